"""The reader of what Darknet prints: both averages, NaN, layers between."""

from __future__ import annotations

import pytest

TEXT = (
    "Learning Rate: 0.001, Momentum: 0.9, Decay: 0.0005\n"
    " 1: 806.750000, 806.750000 avg loss, 0.000000 rate, 3.850000 seconds, 64 images, -1.000000 hours left\n"
    "Loaded: 0.000045 seconds\n"
    " 2: 806.250000, 806.500000 avg loss, 0.000000 rate, 3.750000 seconds, 128 images, 4.000000 hours left\n"
    " 3: -nan, -nan avg loss, 0.000013 rate, 3.750000 seconds, 192 images, 4.000000 hours left\n"
)
LAYER = "Region 82 Avg IOU: -nan, Class: -nan, Obj: -nan, No Obj: 0.48, .5R: 0.0, .75R: 0.000000, count: 0\n"


def row(step: int, loss: str = "2.5", more: str = " loss") -> str:
    return f"{step}: {loss}, {loss} avg{more}, 0.001000 rate, 1.5 seconds, {64 * step} images\n"


SHOWN = 2  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    "5: ",
    "6: ",
    "2.5, ",
    "-nan, ",
    "3.5 avg",
    " loss",
    ", 0.1 rate",
    ", 3 seconds",
    ", 64 images",
    "\n",
    "\r",
    "\0",
    "Region 82 Avg IOU: 0.5",
    "mean average precision (mAP@0.50) = 0.5",
    "Learning Rate: 1, Momentum: 0, Decay: 0",
]


def test_two_losses_rate_and_settings(read, curve) -> None:
    (run,) = read(TEXT)
    assert run.unit == "step"
    assert repr(curve(run, "train/loss")) == "[(1, 806.75), (2, 806.25), (3, nan)]"
    assert repr(curve(run, "avg loss")) == "[(1, 806.75), (2, 806.5), (3, nan)]"
    assert curve(run, "lr") == [(1, 0.0), (2, 0.0), (3, 0.000013)]
    assert curve(run, "time/step")[0] == (1, 3.85)
    assert (run.series["train/loss"].per, run.series["avg loss"].per) == ("step", "smoothed")
    assert run.settings == {"lr": 0.001, "momentum": 0.9, "weight_decay": 0.0005}
    assert run.fact("zeros that may stand for small rates") == 2


def test_lines_of_the_layers_may_be_many(match, read, curve) -> None:
    text = "".join(LAYER * 50 + row(step, "-nan" if step == 3 else f"{step}.5") for step in (1, 2, 3))
    assert match(text).score > 0.6
    (run,) = read(text)
    assert repr(curve(run, "train/loss")) == "[(1, 1.5), (2, 2.5), (3, nan)]"
    assert match(LAYER * 50).score == 0


@pytest.mark.parametrize("nan", ["nan", "-nan", "-nan(ind)", "nan(ind)"])
def test_spellings_of_nan_and_older_rows(read, curve, nan: str) -> None:
    (run,) = read(row(7, "3.5", "") + row(8, nan, ""))
    assert repr(curve(run, "train/loss")) == "[(7, 3.5), (8, nan)]"


def test_a_classifier_counts_epochs_too(read, curve) -> None:
    text = "{0}, {1:.3f}: 2.5, 2.5 avg, 0.1 rate, 1.5 seconds, {0} images\n"
    (run,) = read("".join(text.format(100 * n, n / 4) for n in (1, 2, 3, 4)))
    assert run.unit == "step"
    assert curve(run, "epoch") == [(100, 0.25), (200, 0.5), (300, 0.75), (400, 1.0)]
    assert run.steps_per_epoch == 400


@pytest.mark.parametrize("words", ["mean average precision", "mean_average_precision"])
def test_the_mean_average_precision_is_validation(read, curve, words: str) -> None:
    (run,) = read(row(99) + row(100) + f" {words} (mAP@0.50) = 0.876543, or 87.65 % \n" + row(101))
    assert curve(run, "val/metric/map") == [(100, 0.876543)]


def test_resumed_from_a_backup_it_repeats_iterations(read, curve) -> None:
    (run,) = read("".join(row(step) for step in (10, 11, 12, 13, 12, 13, 14)))
    assert [step for step, _ in curve(run, "train/loss")] == [10, 11, 12, 13, 14]
    assert run.fact("resumed") == 12


@pytest.mark.parametrize("text", ["", "1: 2.5, 2.5 avg\n", "100: loss 2, 3 avg loss\n", LAYER * 3, "yolov4\n"])
def test_what_darknet_does_not_print_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "avg loss" in found.reason
