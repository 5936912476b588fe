from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd
import pytest

from traindx.readers.python_object import PythonObject, accepts
from traindx.schema import Run


def read(source: Any) -> Run:
    assert accepts(source).score > 0
    (run,) = PythonObject(source).runs()
    return run


class History:
    """What `model.fit` of Keras returns."""

    def __init__(self) -> None:
        self.history = {"loss": [np.float32(2), np.float32(1)], "val_loss": [3.0, 2.0]}
        self.params = {"epochs": 2, "steps": 8}
        self.epoch = [0, 1]


@pytest.mark.parametrize(
    "source",
    [
        {"train_loss": [2, 1], "val_loss": [3, 2]},
        {"train_loss": (2, 1), "val_loss": np.array([3, 2])},
        {"train": {"loss": np.array([2, 1])}, "val": {"loss": [3, 2]}},
        [{"epoch": 0, "loss": 2, "val_loss": 3}, {"epoch": 1, "loss": 1, "val_loss": 2}],
        pd.DataFrame({"epoch": [0, 1], "loss": [2, 1], "val_loss": [3, 2]}),
        pd.DataFrame({"loss": [2, 1], "val_loss": [3, 2]}, index=pd.Index([0, 1], name="epoch")),
        History(),
    ],
    ids=["lists", "arrays", "nested", "rows", "frame", "indexed-frame", "history"],
)
def test_one_run_in_many_dresses(source: Any) -> None:
    run = read(source)
    assert run.unit == "epoch"
    assert run.series["train/loss"].steps.tolist() == [0, 1]
    assert run.series["train/loss"].values.tolist() == [2, 1]
    assert run.series["val/loss"].values.tolist() == [3, 2]


def test_a_history_tells_the_length_of_an_epoch() -> None:
    run = read(History())
    assert run.framework == "keras"
    assert run.steps_per_epoch == 8


def test_gaps_of_a_frame_are_no_nan() -> None:
    nan = float("nan")
    frame = pd.DataFrame({"step": range(6), "loss": [3.0, nan, 2.0, nan, 1.0, nan], "val_loss": [nan, 4.0] * 3})
    run = read(frame)
    assert run.series["train/loss"].steps.tolist() == [0, 2, 4]
    assert run.series["val/loss"].steps.tolist() == [1, 3, 5]


def test_nan_at_the_end_of_a_frame_was_measured() -> None:
    nan = float("nan")
    run = read(pd.DataFrame({"step": range(6), "loss": [3.0, 2.0, nan, nan, nan, nan]}))
    assert len(run.series["train/loss"]) == 6
    sparse = pd.DataFrame({"step": range(9), "loss": [3.0, nan, 2.0, nan, 1.0, nan, nan, nan, nan], "lr": [0.1] * 9})
    assert len(read(sparse).series["train/loss"]) == 7


@pytest.mark.parametrize(
    "source", [{}, [], {"x": [1, 2]}, 3, None, "text", pd.DataFrame({"price": [1, 2]}), {"loss": 3}]
)
def test_other_objects_are_refused_with_a_reason(source: Any) -> None:
    match = accepts(source)
    assert match.score == 0
    assert match.reason


def test_pandas_is_not_imported() -> None:
    code = (
        "import sys, traindx.readers.python_object as p; "
        "assert p.accepts({'loss': [2, 1]}).score; assert 'pandas' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
