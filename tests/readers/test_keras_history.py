from __future__ import annotations

import json
from typing import Any

import pytest

from traindx.readers.keras_history import KerasHistory, accepts
from traindx.schema import Head, Run

HISTORY = {"accuracy": [0.5, 0.6], "loss": [2, 1], "val_accuracy": [0.4, 0.5], "val_loss": [3, 2]}


def read(tree: Any) -> Run:
    data = json.dumps(tree).encode()
    fold = KerasHistory(Head("history.json", data, True))
    fold.feed(data)
    (run,) = fold.runs()
    return run


@pytest.mark.parametrize("tree", [HISTORY, {"history": HISTORY, "params": {"epochs": 2, "steps": 8}, "epoch": [0, 1]}])
def test_places_are_epochs_from_0(tree: Any) -> None:
    assert accepts(Head("h.json", json.dumps(tree).encode(), True)).score >= 0.9
    run = read(tree)
    assert run.unit == "epoch"
    assert run.series["train/loss"].steps.tolist() == [0, 1]
    assert run.series["train/loss"].per == "epoch"
    assert run.series["val/metric/accuracy"].values.tolist() == [0.4, 0.5]


def test_params_tell_the_length_of_an_epoch() -> None:
    run = read({"history": HISTORY, "params": {"epochs": 2, "steps": 8}})
    assert run.steps_per_epoch == 8
    assert run.settings["epochs"] == 2


def test_training_without_validation() -> None:
    assert read({"loss": [2, 1]}).series["train/loss"].steps.tolist() == [0, 1]


@pytest.mark.parametrize(
    "tree",
    [
        {"train_loss": [1], "loss": [2]},
        {"loss": [1, 2], "val_loss": [1]},
        {"loss": [1], "val_auc": [1]},
        {"loss": 1},
        {},
    ],
)
def test_left_to_others(tree: Any) -> None:
    assert accepts(Head("history.json", json.dumps(tree).encode(), True)).score == 0
