from __future__ import annotations

import pytest

from traindx.reports import measured
from traindx.reports.full import details
from traindx.reports.html import html
from traindx.reports.markdown import markdown, recommendations
from traindx.reports.page import Page
from traindx.schema import Fact, Run, Series
from traindx.verbs.diagnose import diagnosis

LAYERS = 300


def look(layers: int = 3, batches: int = 1) -> Run:
    """What the bench leaves of a net of linear layers, each with an activation behind it."""
    steps, series = list(range(batches)), []
    names = [f"blocks.{place}.fc" for place in range(layers)]
    for place, name in enumerate(names):
        for word, value in (("norm", 0.1 * (place + 1)), ("std", 0.01), ("zeros", 4.0), ("count", 64.0),
                            ("nonfinite", 0.0)):  # fmt: skip
            series.append(Series.of(f"grad/{word}/{name}.weight", steps, [value] * batches, per="step"))
            series.append(Series.of(f"weight/{word}/{name}.weight", steps[:1], [value], per="step"))
            series.append(Series.of(f"act/{word}/{name}:relu", steps, [value] * batches, per="step"))
        series.append(Series.of(f"act/dead/{name}:relu", steps, [0.001] * batches, per="step"))
    series.append(Series.of("train/loss", steps, [2.3 - 0.1 * step for step in steps], per="step"))
    facts = [
        Fact("recording", "bench"),
        Fact("model", {"class": "Net", "parameters": 640}),
        Fact("tensors", [{"name": f"{name}.weight", "shape": [8, 8]} for name in names]),
        Fact("modules", [{"name": f"{name}:relu", "type": "function"} for name in names]),
        Fact("depth", layers),
        Fact("independence", {"mode": "eval", "batch": 0.0}),
    ]
    found = {one.name: one for one in series}
    return Run("m:net", "m:net", "traindx-recording", "torch", series=found, facts=facts)


def test_a_row_for_each_tensor_and_each_layer() -> None:
    head, *rows = measured.tensors(look())
    assert len(head) == len(rows[0]) == 6
    assert rows[1] == ("blocks.1.fc.weight", "8 x 8", "0.01", "0.2", "0.01", "6 %")
    assert measured.layers(look())[1][-3:] == ("6 %", "<1 %", "-")


def test_entries_that_are_not_finite_are_told_in_the_place_of_zeros() -> None:
    run = look()
    run.series["grad/nonfinite/blocks.0.fc.weight"] = Series.of("grad/nonfinite/blocks.0.fc.weight", [0], [2])
    assert measured.tensors(run)[1][-1] == "2 not finite"


def test_facts_of_a_line_each() -> None:
    assert dict(measured.facts(look())) == {
        "layers with weights": "3",
        "change of an output when other rows, or later places, change": "batch 0",
    }


def test_a_long_table_keeps_its_ends() -> None:
    rows, left = measured.ends(measured.tensors(look(LAYERS)), 40)
    assert (len(rows), left) == (41, LAYERS - 40)
    assert rows[-1][0] == f"blocks.{LAYERS - 1}.fc.weight"


def test_what_a_batch_cannot_show_is_said_once() -> None:
    reasons = measured.gaps(diagnosis(look(), why="inspect"))
    assert "overfitting" in reasons[measured.COURSE]
    assert not any("the log" in reason or "too short" in reason for reason in reasons)


@pytest.mark.parametrize("batches", [1, 3])
def test_no_report_speaks_of_a_log(batches: int) -> None:
    given = diagnosis(look(batches=batches), why="inspect")
    page = Page(width=80, color=False, unicode=True)
    details(page, given, looked_for=75)
    for told in (markdown(given), recommendations(given), "\n".join(page.lines), html([given])):
        body = told.partition("<style>")[0] + told.rpartition("</style>")[2].partition("<script")[0]
        assert "The log" not in body
        assert "the log " not in body
        assert "steps 0 to" not in body
        assert "History" not in body


def test_the_width_of_the_screen_is_kept() -> None:
    given = diagnosis(look(12), why="inspect")
    for width in (60, 80, 200):
        page = Page(width=width, color=False, unicode=True)
        details(page, given)
        assert max(map(len, page.lines)) <= width


def test_a_moment_is_no_curve_on_the_page_and_some_batches_are() -> None:
    assert "training loss</b>" not in html([diagnosis(look(), why="inspect")])
    assert "training loss</b>" in html([diagnosis(look(batches=4), why="inspect")])
