from __future__ import annotations

import math
import pathlib

from traindx.readers.dvclive_metric import DvcliveMetric, accepts
from traindx.schema import Head, Run
from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "dvclive"
PATH = "runs/dvclive/plots/metrics/val/loss.tsv"


def read(data: bytes, path: str = PATH) -> Run:
    head = Head(path, data, True)
    assert accepts(head).score > 0.9
    fold = DvcliveMetric(head)
    fold.feed(data)
    (run,) = fold.runs()
    return run


def test_the_path_is_the_name_and_the_folder_the_run() -> None:
    run = read(b"step\tloss\r\n0\t2.5\r\n1\tnan\r\n2\tinf\r\n")
    assert run.id == "runs/dvclive"
    one = run.series["val/loss"]
    assert one.steps.tolist() == [0, 1, 2]
    assert math.isnan(one.values[1])
    assert one.values[2] == math.inf
    assert one.wall is None


def test_times_and_what_was_logged_again() -> None:
    run = read(b"timestamp\tstep\tloss\n1000\t0\t3\n2000\t1\t2\n3000\t2\t1\n4000\t1\t5\n")
    assert run.series["val/loss"].values.tolist() == [3, 5]
    assert run.series["val/loss"].wall.tolist() == [1, 4]
    assert run.fact("points superseded by later ones") == "val/loss"


def test_all_metrics_of_a_folder_are_one_run_with_its_settings() -> None:
    (run,) = gather([str(GOLDEN)]).runs
    assert set(run.series) == {"train/loss", "loss", "val/loss", "val/metric/accuracy", "lr"}
    assert (len(run.series["train/loss"]), len(run.series["loss"])) == (9, 7)  # both mean the same: the longer has it
    assert run.settings == {"lr": 0.05, "batch_size": 32}


def test_other_tables_are_left_alone() -> None:
    for path, data in ((PATH, b"step\tacc\n0\t1\n"), (PATH, b"step,loss\n"), ("loss.tsv", b"step\tloss\n0\t1\n")):
        assert accepts(Head(path, data, True)).score == 0
