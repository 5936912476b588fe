from __future__ import annotations

from traindx.readers.lightning_csv import LightningCsv, accepts
from traindx.schema import Head, Run

SPARSE = b"""epoch,lr-Adam,step,train_loss_epoch,train_loss_step,val_loss
,0.1,9,,,
0,,9,,2.0,
0,,19,,1.5,
0,,19,,,1.75
0,,19,1.75,,
1,,29,,1.25,
1,,39,,1.0,
1,,39,,,1.25
1,,39,1.125,,
2,,49,,0.5,
"""


def read(data: bytes, path: str = "logs/version_0/metrics.csv") -> list[Run]:
    fold = LightningCsv(Head(path, data, True))
    fold.feed(data)
    return fold.runs()


def test_steps_means_and_evaluations_are_told_apart() -> None:
    (run,) = read(SPARSE)
    assert run.id == "logs/version_0"
    assert run.framework == "lightning"
    assert run.steps_per_epoch == 20
    assert run.series["train/loss"].steps.tolist() == [9, 19, 29, 39, 49]
    assert run.series["train/loss"].per == "step"
    assert run.series["train_loss_epoch"].per == "epoch"
    assert run.series["val/loss"].per == "evaluation"
    assert run.series["val/loss"].values.tolist() == [1.75, 1.25]


def test_a_name_without_an_ending_is_a_mean_when_it_comes_once_an_epoch() -> None:
    rows = b"epoch,step,train_loss,val_loss\n0,9,,2\n0,9,3,\n1,19,,1\n1,19,2,\n2,29,,1\n2,29,1,\n"
    (run,) = read(rows)
    assert run.series["train/loss"].per == "epoch"


def test_the_only_mean_has_the_name_of_the_loss() -> None:
    (run,) = read(b"epoch,step,train_loss_epoch,val_loss\n0,9,,2\n0,9,3,\n1,19,,1\n1,19,2,\n")
    assert run.series["train/loss"].values.tolist() == [3, 2]
    assert run.series["train/loss"].per == "epoch"


def test_recognised_by_what_is_in_it() -> None:
    assert accepts(Head("renamed.csv", SPARSE, True)).score > 0.85
    assert accepts(Head("metrics.csv", b"loss,step\n2,1\n1,2\n", True)).score > 0.7
    assert accepts(Head("metrics.csv", b"train_loss,epoch,step,acc\n2,0,1,\n,0,2,1\n", True)).score > 0.9
    assert accepts(Head("metrics.csv", b"step,epoch,train_loss,acc\n1,0,2,\n2,0,,1\n", True)).score == 0
    assert accepts(Head("table.csv", b"step,loss\n1,2\n2,1\n", True)).score == 0
    assert accepts(Head("metrics.csv", b"epoch,loss\n1,2\n2,1\n", True)).score == 0
