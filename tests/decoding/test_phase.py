"""Which data a line speaks of."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.phase import cued, phase


@pytest.mark.parametrize(("line", "split"), [
    ("2021-07-14 13:54:53,784 - mmcls - INFO - Epoch(val) [9][2]\taccuracy_top-1: 20.0000", "val"),
    ("2023/06/09 23:47:22 - mmengine - INFO - Epoch(train) [165][300/351] lr: 2.3623e-03 loss: nan", "train"),
    ("Test set: Average loss: 0.0512, Accuracy: 9836/10000 (98%)", "test"),
    ("[train] [INFO] validation(4992) loss=382.890671, loss_ll=64.072427", "val"),
    ("[train] [INFO] epoch=14.96 step=113800, loss=511.8", "train"),
    ("TRAIN: \t Epoch: 3 \t Loss: -0.0172", "train"),
    ("2020-04-30 15:58:06 - INFO - TRAINING - Epoch: [0][0/176]\tLoss 71.5", "train"),
    ("Test: [   0/48]  Time: 0.5  Loss:  0.57", "test"),
    ("Validation: loss 0.5 acc 0.9", "val"),
    ("* Eval | loss 0.5", "val"),
    ("epoch 003 | valid on 'valid' subset | loss 5.6 | ppl 48", "val"),
    ("[VAL] loss: 0.5", "val"),
    ("INFO:root:Test: loss 0.3", "test"),
    ("Epoch 3 | train loss 2.1 | val loss 2.2", None),
    ("{'train': 0.3, 'val': 0.4}", None),
    ("train: 0.5 val: 0.6", None),
    ("val_loss: 0.3", None),
    ("validation loss: 0.3", None),
    ("Train loss 0.34", None),
    ("loss: 0.3", None),
    ("train.py:12 loss: 3", None),
    ("/data/train/images: 300", None),
    ("Training started", None),
    ("step: 3 loss: 0.3 testing", None),
    ("", None),
])  # fmt: skip
def test_what_a_line_speaks_of(line: str, split: str | None) -> None:
    assert phase(line) == split


PIECES = st.sampled_from(["train", "val", "(", ")", ":", " ", "1", "on ", "|"])


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_anything_gives_a_split_or_none(line: str) -> None:
    assert phase(line) in ("train", "val", "test", None)


@pytest.mark.parametrize("unit", ["train", "train ", "(", ": ", " - ", "on the ", "val(1", "[ "])
def test_hostile_lines_take_no_time(unit: str) -> None:
    begun = time.process_time()
    phase(unit * 200_000)
    assert time.process_time() - begun < 0.5


def test_a_cue_behind_what_is_looked_at() -> None:
    line = "step 1 " + "x" * 200 + " [val] loss 3"
    assert phase(line) is None
    assert cued(line, 100)
    assert not cued("[val] loss 3 " + "x" * 200, 100)
