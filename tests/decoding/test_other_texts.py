from __future__ import annotations

import pytest

from traindx.decoding.other_texts import few, other_text


@pytest.mark.parametrize(("name", "lines"), [
    ("train.py", ["step 1 loss 2"]), ("A.IPYNB", [""]), ("x.txt", ["{", '  "loss": 3']), ("x.txt", ["[{", '"a": 1']),
    ("x.txt", ["<html>"]), ("x.txt", ["<?xml"]), ("x.txt", ["", ' {"a": 1}']),
])  # fmt: skip
def test_other_texts(name: str, lines: list[str]) -> None:
    assert other_text(name, lines)


@pytest.mark.parametrize("lines", [["{'loss': 1}"], ["[1, 2000] loss: 2"], ["[2026-11-02] x"], [], ["< 3 steps"]])
def test_texts_that_may_be_logs(lines: list[str]) -> None:
    assert other_text("train.log", lines) is None


@pytest.mark.parametrize(
    ("own", "others", "too_few"), [(1, 0, False), (2, 8, False), (2, 9, True), (20, 10_000, False)]
)
def test_few(own: int, others: int, too_few: bool) -> None:
    assert (few(own, others) is not None) == too_few
