import html.parser
import re

from traindx.reports.notebook import diagnosis_html, run_html
from traindx.schema import Series

TAGS = {"div", "b", "table", "tr", "td", "code"}


class Tags(html.parser.HTMLParser):
    """What a browser would make of a fragment."""

    def __init__(self, fragment):
        super().__init__()
        self.open, self.seen, self.attributes, self.text = [], set(), set(), ""
        self.feed(fragment)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_is_a_small_harmless_fragment(answer):
    for fragment in (diagnosis_html(answer), run_html(answer.run)):
        read = Tags(fragment)
        assert read.open == []
        assert read.seen <= TAGS
        assert read.attributes <= {"style"}
        assert "url(" not in fragment
        assert len(fragment) < 20_000
        assert not [char for char in fragment if not char.isprintable()]


def test_says_the_verdict_the_cause_and_what_to_do(make):
    told = Tags(diagnosis_html(make["a_problem"]())).text
    assert "PROBLEM the learning rate is too high (most likely, about 6 in 10)" in told
    assert "lower the peak learning rate from 0.0003 to 0.0001" in told
    assert "loss jumps to 19.0" in told
    assert "overfitting (no validation)" in told
    assert (
        "HEALTHY as far as loss, validation, rate and gradient norm can tell"
        in Tags(diagnosis_html(make["a_healthy"]())).text
    )


def test_takes_its_colours_from_the_page_but_for_the_verdict(make):
    fragment = diagnosis_html(make["a_problem"]())
    assert re.findall(r"[^-]color:(#\w+)", fragment) == ["#d9363e"]
    assert set(re.findall(r"background:(\w+)", fragment)) == {"none"}


def test_a_run_shows_its_series_and_stays_small(make):
    told = Tags(run_html(make["a_run"]())).text
    for words in ("runs/exp7", "training loss", "gradient norm", "learning rate", "500 points"):
        assert words in told
    many = {f"m{place}": Series.of(f"m{place}", range(2), [1, 2]) for place in range(5000)}
    fragment = run_html(make["a_run"](series=many))
    assert len(fragment) < 20_000
    assert "and 4,970 more series" in fragment
