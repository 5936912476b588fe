from __future__ import annotations

import pytest

from traindx.decoding.column_heads import ColumnHeads


def last(*lines: str) -> list[tuple[str, float]]:
    heads = ColumnHeads()
    return [heads.take(line) for line in lines][-1]


def test_a_row_under_its_names() -> None:
    head = "epoch     train_loss  valid_loss  accuracy  time    "
    row = "0         2.211370    nan    0.468333  00:01   "
    said = last(head, row)
    assert repr(said) == "[('epoch', 0.0), ('train_loss', 2.21137), ('valid_loss', nan), ('accuracy', 0.468333)]"
    assert repr(last(head, row, "some text in between", row)) == repr(said)


@pytest.mark.parametrize(("head", "row"), [
    ("epoch train loss valid loss", "3 2.5 1.5"),
    ("| Epoch | Train Loss | Valid Loss |", "| 3 | 2.5 | 1.5 |"),
    ("epoch\ttrn_loss\tval_loss", "3\t2.5\t1.5"),
    ("Step   Training Loss   Validation Loss", "3   2.5   1.5%"),
])  # fmt: skip
def test_names_in_several_dresses(head: str, row: str) -> None:
    assert [value for _, value in last(head, row)] == [3.0, 2.5, 1.5]


def test_a_head_for_every_row() -> None:
    said = last(
        "      Epoch    GPU_mem   box_loss   cls_loss  Instances       Size",
        "       9/55      9.02G     0.1295      7.585         16        640: 100%|##| 954/954 [11:32<00:00,  1.3it/s]",
    )
    assert said == [("Epoch", 9), ("Epoch/total", 55), ("box_loss", 0.1295), ("cls_loss", 7.585), ("Instances", 16),
                    ("Size", 640)]  # fmt: skip


def test_names_without_a_counter_hold_for_the_row_right_under_them() -> None:
    head = "                 Class     Images  Instances      Box(P          R      mAP50  mAP50-95): 100%|####| 66/66"
    row = "                   all       1049       1164      0.764      0.776      0.739      0.526"
    assert ("mAP50", 0.739) in last(head, row)
    assert last(head, row, row.replace("all", "cat")) == []


@pytest.mark.parametrize("lines", [
    ("the loss of every epoch is low", "1 2 3 4 5 6 7"), ("epoch loss", "a b"), ("epoch loss", "1 2 3"),
    ("epoch: 1  loss: 2", "1  2"), ("name  price", "1  2"), ("epoch  loss", "x" * 500), ("loss", "1"), ("", "1  2"),
    ("epoch  loss", "one  0.5"),
])  # fmt: skip
def test_what_is_no_table(lines: tuple[str, str]) -> None:
    assert last(*lines) == []
