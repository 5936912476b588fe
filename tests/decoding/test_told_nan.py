from __future__ import annotations

import math

import pytest

from traindx.decoding.told_nan import of_what, told_nan
from traindx.readers.free_text import FreeText
from traindx.schema import Failure, Head, Outcome, Run, Series

GRADIENT = "AssertionError: Rank 13: found NaN in local grad norm in backward pass"


def ended(message: str, values: list[float]) -> Run:
    series = {"train/loss": Series.of("train/loss", range(len(values)), values, per="step")}
    return Run("r", "r", "free-text", series=series, outcome=Outcome("crashed", error=Failure("E", message)))


@pytest.mark.parametrize(("words", "name"), [
    ("found NaN in local grad norm in backward pass before data-parallel communication", "grad/norm"),
    ("Function 'LogBackward0' returned nan values in its 0th output.", "grad/norm"),
    ("The total norm of order 2.0 for gradients is non-finite, so it cannot be clipped.", "grad/norm"),
    ("Loss is nan, stopping training", "train/loss"),
    ("Model diverged with loss = NaN.", "train/loss"),
    ("The loss returned in `training_step` is nan or inf.", "train/loss"),
    ("Input contains NaN, infinity or a value too large for dtype('float32').", None),
    ("clip the gradients to avoid a loss that is nan", None),
    ("use ignore_nan=True where the loss is not finite by design", None),
    ("the gradient is fine", None),
    ("information about the loss", None),
    ("", None),
])  # fmt: skip
def test_words_that_tell_it(words, name):
    assert of_what(words) == name


def test_one_point_is_put_where_the_next_one_would_have_stood():
    run = told_nan(ended("loss is nan", [2.0, 1.0]))
    told = run.series["train/loss"]
    assert told.steps.tolist() == [0, 1, 2]
    assert math.isnan(told.values[-1])
    assert run.fact("train/loss told in words") == "loss is nan"


def test_a_gradient_norm_that_was_never_logged():
    run = told_nan(ended("found NaN in grad norm", [2.0, 1.0]))
    assert run.series["grad/norm"].steps.tolist() == [2]
    assert run.series["train/loss"].values.tolist() == [2.0, 1.0]


def test_a_log_that_holds_the_nan_itself_is_left_alone():
    run = ended("loss is nan", [2.0, math.nan])
    assert told_nan(run) is run


def test_other_ends_are_left_alone():
    for run in (ended("CUDA error", [2.0]), Run("r", "r", "free-text", outcome=Outcome("completed"))):
        assert told_nan(run) is run


@pytest.mark.parametrize(("last", "name"), [(GRADIENT, "grad/norm"), ("Loss is nan, stopping training", "train/loss")])
def test_through_a_reader(last, name):
    fold = FreeText(Head("x.log", b"", whole=True))
    fold.feed("".join(f"step {step} loss {3 / (step + 1):.4f}\n" for step in range(20)).encode())
    fold.feed(f"{last}\n".encode())
    (run,) = fold.runs()
    assert math.isnan(run.series[name].values[-1])
    fold.feed(b"step 20 loss 0.1\n")  # it went on after all
    (run,) = fold.runs()
    assert "grad/norm" not in run.series
    assert all(math.isfinite(value) for value in run.series["train/loss"].values)
