from __future__ import annotations

from traindx.reports.table import ROWS, html, text
from traindx.schema import Finding, Run
from traindx.schema.diagnosis import Diagnosis
from traindx.schema.stats import Stats


def stats(count: int = 3, **more: object) -> Stats:
    rows = {f"layers.{place}.weight": {"norm": 10.0**-place, "zeros": place, "count": 1200} for place in range(count)}
    return Stats(subject="gradients", run=Run("m", "Net", "traindx-recording"), rows=rows, **more)  # type: ignore[arg-type]


def test_a_row_a_tensor_within_eighty_columns() -> None:
    lines = text(stats()).splitlines()
    assert lines[0] == "gradients of Net: 3 rows"
    assert lines[1].split() == ["norm", "zeros", "count"]
    assert lines[-1].split() == ["layers.2.weight", "0.01", "2", "1,200"]
    assert max(map(len, lines)) <= 80


def test_many_rows_are_told_by_their_ends() -> None:
    lines = text(stats(500)).splitlines()
    assert len(lines) == ROWS + 3
    assert "... 440 more ..." in lines
    assert lines[-1].startswith("layers.499.weight")


def test_names_cannot_move_the_cursor_nor_speak_html() -> None:
    hostile = Stats(subject="data", run=Run("m", "<b>\x1b[2J", "x"), rows={"<script>\x1b[31m": {"mean": 1.0}})
    assert "\x1b" not in text(hostile)
    assert "<script>" not in html(hostile)


def test_what_it_says_stands_below() -> None:
    told = Diagnosis(
        run=Run("m", "m", "x"),
        verdict="problem",
        findings=[Finding(severity="error", message="bad", id="nan-gradient")],
    )
    assert text(stats(diagnosis=told, summary={"depth": 3, "frozen": []})).splitlines()[-1] == "error: bad"
    assert "depth: 3" in text(stats(summary={"depth": 3, "frozen": []}))
    assert "frozen" not in text(stats(summary={"depth": 3, "frozen": []}))
    assert "error: bad" in html(stats(diagnosis=told))
