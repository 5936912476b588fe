"""Rows taken as texts: scales, thousands, single rows between, the order of rows."""

from __future__ import annotations

from traindx.decoding import forms
from traindx.decoding.forms import Form, Forms, Place

LOSS, RATE = ("loss", None, None), ("lr", None, None)


def fed(form: Form, *rows: tuple[int, list[str | float]]) -> None:
    for at, texts in rows:
        form.texts += texts
        form.at.append(at)


def test_texts_become_numbers_and_what_is_not_kept_is_left_out() -> None:
    form = Form([Place("step", 1.0), None, Place(LOSS, 1e-3)])
    fed(form, (0, ["1,000", "x".replace("x", "7"), "500"]), (2, ["2,000", "7", 250.0]))
    found = {target: (rows.tolist(), values.tolist()) for target, rows, values in form.taken()}
    assert found == {"step": ([0, 2], [1000, 2000]), LOSS: ([0, 2], [0.5, 0.25])}
    assert not form.at
    assert not form.texts


def test_forms_and_single_rows_come_in_the_order_of_the_rows() -> None:
    some = Forms()
    first, second = some.form([Place(LOSS, 1.0)]), some.form([Place(LOSS, 1.0), Place(RATE, 1.0)])
    assert first is not None
    assert second is not None
    fed(first, (0, ["1"]), (3, ["4"]))
    fed(second, (1, ["2", "0.5"]))
    assert some.add(LOSS, 2, 3.0)
    assert not some.add(LOSS, 2, 9.0)
    found = {target: (rows.tolist(), values.tolist()) for target, rows, values in some.taken()}
    assert found == {LOSS: ([0, 1, 2, 3], [1, 2, 3, 4]), RATE: ([1], [0.5])}
    assert list(some.taken()) == []


def test_there_is_an_end_to_forms(monkeypatch) -> None:
    monkeypatch.setattr(forms, "MOST", 2)
    some = Forms()
    assert [some.form([]) is not None for _ in range(3)] == [True, True, False]
