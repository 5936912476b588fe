from __future__ import annotations

import pytest

from traindx.readers.keras_csv import KerasCsv, accepts
from traindx.schema import Head, Run

HEADER = "epoch,accuracy,loss,val_accuracy,val_loss\n"


def read(text: str) -> list[Run]:
    fold = KerasCsv(Head("training.log", text.encode(), True))
    fold.feed(text.encode())
    return fold.runs()


def score(text: str) -> float:
    return accepts(Head("training.log", text.encode(), True)).score


def test_trainings_appended_to_one_file_are_runs_of_their_own() -> None:
    first, second, third = read(HEADER + "".join(f"{n % 3},0.5,{10 - n},NA,{20 - n}\n" for n in range(7)))
    assert first.series["train/loss"].values.tolist() == [10, 9, 8]
    assert second.series["train/loss"].values.tolist() == [7, 6, 5]
    assert third.series["train/loss"].steps.tolist() == [0]
    assert "val/metric/accuracy" not in first.series


def test_a_training_that_went_on_is_one_run() -> None:
    (run,) = read(HEADER + "".join(f"{epoch},0.5,1,0.5,1\n" for epoch in (0, 1, 2, 3, 2, 3, 4)))
    assert run.series["val/loss"].steps.tolist() == [0, 1, 2, 3, 4]
    assert run.fact("resumed") == 2


def test_values_are_means_over_an_epoch() -> None:
    (run,) = read(HEADER + "0,0.5,2,0.5,1\n1,0.5,1,0.5,1\n")
    assert run.unit == "epoch"
    assert run.framework == "keras"
    assert run.series["train/loss"].per == "epoch"
    assert run.series["val/loss"].per == "evaluation"


@pytest.mark.parametrize(
    "text",
    [
        HEADER + "0,1,2,3,4\n",
        HEADER.replace(",", ";") + "0;1;2;3;4\n",
        "epoch\taccuracy\tloss\n0\t1\t2\n",
        "epoch,loss,lr,val_loss\n0,1,2,3\n",
    ],
)
def test_recognised(text: str) -> None:
    assert score(text) > 0.9


@pytest.mark.parametrize(
    "text",
    [
        "epoch,train_loss,val_loss\n0,1,2\n",
        "epoch,loss,accuracy\n0,1,2\n",
        "step,loss\n0,1\n",
        "loss,epoch\n1,0\n",
        "",
    ],
)
def test_left_to_others(text: str) -> None:
    assert score(text) == 0
