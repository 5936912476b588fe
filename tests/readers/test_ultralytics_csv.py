from __future__ import annotations

from traindx.readers.ultralytics_csv import UltralyticsCsv, accepts
from traindx.schema import Head

NEW = "epoch,time,train/box_loss,train/cls_loss,metrics/precision(B),metrics/mAP50(B),val/box_loss,lr/pg0\n"
ROWS = "1,5.5,1.5,3.5,0.25,0.125,1.75,0.01\n2,11,1.25,2.5,0.5,0.25,1.5,0.005\n"


def test_metrics_are_of_the_validation_set() -> None:
    head = Head("runs/detect/train/results.csv", (NEW + ROWS).encode(), True)
    assert accepts(head).score > 0.9
    fold = UltralyticsCsv(head)
    fold.feed(head.data)
    (run,) = fold.runs()
    assert run.id == "runs/detect/train"
    assert run.unit == "epoch"
    assert run.series["train/loss/box"].values.tolist() == [1.5, 1.25]
    assert run.series["val/loss/box"].steps.tolist() == [1, 2]
    assert run.series["val/metric/map50_b"].values.tolist() == [0.125, 0.25]
    assert run.series["val/metric/map50_b"].per == "evaluation"
    assert not any(key.startswith("train/metric") for key in run.series)


def test_padded_names_of_older_versions() -> None:
    padded = NEW.replace(",", ",      ") + ROWS.replace(",", ",    ")
    head = Head("results.csv", padded.encode(), True)
    assert accepts(head).score > 0.9


def test_another_table_is_not_its() -> None:
    head = Head("results.csv", b"epoch,train/loss\n1,2\n2,1\n", True)
    match = accepts(head)
    assert match.score == 0
    assert "metrics" in match.reason


def test_epochs_that_were_trained_again_after_a_resumption() -> None:
    def of(epoch: int, loss: object) -> str:
        return f"{epoch},{epoch}.5,{loss},3.5,0.25,0.125,{loss},0.01\r\n"

    rows = [of(1, 4), of(2, 3), of(3, 2), of(2, 9), of(3, "nan"), of(4, "inf")]
    head = Head("results.csv", (NEW.replace("\n", "\r\n") + "".join(rows)).encode(), True)
    fold = UltralyticsCsv(head)
    fold.feed(head.data)
    (run,) = fold.runs()
    one = run.series["train/loss/box"]
    assert one.steps.tolist() == [1, 2, 3, 4]
    assert one.values[:2].tolist() == [4, 9]
    assert one.values[2] != one.values[2]
    assert one.values[3] == float("inf")
    assert run.series["lr/pg0"].per == "step"
