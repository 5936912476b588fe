from __future__ import annotations

from traindx.decoding.waiting_rows import MOST_KINDS, WaitingRows


def test_rows_come_back_in_their_order() -> None:
    rows = [{"lr": 1.0, "skipped": 2.0}, {"loss scale": 4.0}, {"lr": 0.5, "skipped": 3.0}]
    waiting = WaitingRows()
    assert not waiting
    for row in rows:
        waiting.add(row)
    assert waiting
    assert list(waiting.rows()) == rows


def test_there_is_an_end_to_names() -> None:
    waiting = WaitingRows()
    for number in range(2 * MOST_KINDS):
        waiting.add({str(number): 1.0})
    assert len(list(waiting.rows())) == MOST_KINDS
