from __future__ import annotations

import pytest

from traindx.reports import measured
from traindx.reports.full import details
from traindx.reports.html import html
from traindx.reports.markdown import markdown, recommendations
from traindx.reports.page import Page
from traindx.schema import Series
from traindx.verbs.diagnose import diagnosis

LAYERS = 300


def test_a_row_for_each_tensor_and_each_layer(look) -> None:
    head, *rows = measured.tensors(look())
    assert len(head) == len(rows[0]) == 6
    assert rows[1] == ("blocks.1.fc.weight", "8 x 8", "0.01", "0.2", "0.01", "6 %")
    assert measured.layers(look())[1][-3:] == ("6 %", "<1 %", "-")


def test_entries_that_are_not_finite_are_told_in_the_place_of_zeros(look) -> None:
    run = look()
    run.series["grad/nonfinite/blocks.0.fc.weight"] = Series.of("grad/nonfinite/blocks.0.fc.weight", [0], [2])
    assert measured.tensors(run)[1][-1] == "2 not finite"


def test_facts_of_a_line_each(look) -> None:
    assert dict(measured.facts(look())) == {
        "layers with weights": "3",
        "change of an output when other rows, or later places, change": "batch 0",
    }


def test_a_long_table_keeps_its_ends(look) -> None:
    rows, left = measured.ends(measured.tensors(look(LAYERS)), 40)
    assert (len(rows), left) == (41, LAYERS - 40)
    assert rows[-1][0] == f"blocks.{LAYERS - 1}.fc.weight"


def test_what_a_batch_cannot_show_is_said_once(look) -> None:
    reasons = measured.gaps(diagnosis(look(), why="inspect"))
    assert "overfitting" in reasons[measured.COURSE]
    assert not any("the log" in reason or "too short" in reason for reason in reasons)


@pytest.mark.parametrize("batches", [1, 3])
def test_no_report_speaks_of_a_log(look, batches: int) -> None:
    given = diagnosis(look(batches=batches), why="inspect")
    page = Page(width=80, color=False, unicode=True)
    details(page, given, looked_for=75)
    for told in (markdown(given), recommendations(given), "\n".join(page.lines), html([given])):
        body = told.partition("<style>")[0] + told.rpartition("</style>")[2].partition("<script")[0]
        assert "The log" not in body
        assert "the log " not in body
        assert "steps 0 to" not in body
        assert "History" not in body


def test_the_width_of_the_screen_is_kept(look) -> None:
    given = diagnosis(look(12), why="inspect")
    for width in (60, 80, 200):
        page = Page(width=width, color=False, unicode=True)
        details(page, given)
        assert max(map(len, page.lines)) <= width


def test_a_moment_is_no_curve_on_the_page_and_some_batches_are(look) -> None:
    assert "training loss</b>" not in html([diagnosis(look(), why="inspect")])
    assert "training loss</b>" in html([diagnosis(look(batches=4), why="inspect")])
