import base64
import hashlib
import json
import re

import numpy as np
import pytest

from traindx.reports.html import SECTIONS, embedded, html
from traindx.schema import Series


def data(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])


def test_its_policy_lets_act_what_is_its_own_and_nothing_else(answer):
    page = html([answer])
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for word, pattern in (("script", r"<script>(.*?)</script>"), ("style", r"<style>(.*?)</style>")):
        (text,) = re.findall(pattern, page, re.S)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{word}-src 'sha256-{digest}'" in policy


def test_asks_for_nothing(answer):
    page = html([answer])
    assert set(re.findall(r"\w+://[^\s\"'<]+", page)) <= {"http://www.w3.org/2000/svg"}  # a name, never fetched
    assert not re.search(r"@import|url\(|\bsrc=|<link|fetch\(|XMLHttp|import\(", page)


@pytest.mark.parametrize("text", ["</script><script>x()</script>", "<!--<script>", "\u2028\u2029", "]]>&lt;", "\ud800"])
def test_data_cannot_leave_its_element(text):
    inside = embedded({text: [text]})
    assert inside.isascii()
    assert not set("<>&") & set(inside)
    assert json.loads(inside) == {text: [text]}


def test_several_runs_are_a_table_and_a_section_each(make):
    page = html([make["a_problem"](), make["an_inconclusive"](), make["a_healthy"]()])
    assert len(data(page)["runs"]) == 3
    assert page.index('href="#r0"') < page.index('href="#r2"') < page.index('id="r0"') < page.index('id="r2"')
    assert "Diagnosis of 3 runs" in page


def test_what_could_not_be_read_is_named():
    page = html([], [{"source": "a", "what": "a<b> does not exist", "do": "check the spelling"}])
    assert "a&lt;b&gt; does not exist; check the spelling" in page


def test_a_million_points_a_series_stay_below_two_megabytes(make):
    rng = np.random.default_rng(0)
    steps = np.arange(1_000_000)
    series = {f"train/loss/{name}": Series.of(f"train/loss/{name}", steps, rng.normal(2, 0.1, steps.size))
              for name in range(3)}  # fmt: skip
    assert len(html([make["a_problem"](run=make["a_run"](series=series))])) < 2_000_000


def test_many_series_and_many_runs_stay_below_two_megabytes(make):
    rng = np.random.default_rng(0)
    curves = {f"m{name}": Series.of(f"m{name}", np.arange(5000), rng.normal(2, 0.1, 5000)) for name in range(40)}
    run = make["a_run"](series=curves)
    assert len(html([make["a_problem"](run=run)])) < 2_000_000
    page = html([make["a_problem"](run=run)] * 100)
    assert len(page) < 2_000_000
    assert len(data(page)["runs"]) == SECTIONS
    assert "The last 40 runs without a section below." in page
