from __future__ import annotations

import pathlib

from traindx.readers.mlflow_metric import MlflowMetric, accepts
from traindx.schema import Head, Run
from traindx.verbs.read import gather

DATA = b"1628697792090 3.5 0\n1628697795789 2.5 1\n1628697799319 nan 2\n"


def read(data: bytes, path: str = "mlruns/0/abc/metrics/val/loss") -> Run:
    fold = MlflowMetric(Head(path, data, True))
    fold.feed(data)
    (run,) = fold.runs()
    return run


def test_time_value_and_step() -> None:
    run = read(DATA)
    assert run.id == "mlruns/0/abc"
    one = run.series["val/loss"]
    assert one.steps.tolist() == [0, 1, 2]
    assert one.values[:2].tolist() == [3.5, 2.5]
    assert one.values[2] != one.values[2]
    assert one.wall is not None
    assert one.wall[0] == 1628697792.090
    assert one.per == "evaluation"


def test_lines_of_two_and_of_five_fields() -> None:
    assert read(b"1628697792090 3.5\n").series["val/loss"].steps.tolist() == [0]
    assert read(b"1628697792090 3.5 7 train d41d8cd9\n").series["val/loss"].steps.tolist() == [7]


def test_what_a_resumed_run_logged_again_supersedes_what_stood_there() -> None:
    run = read(b"1628697792090 1 5\n1628697792091 2 3\n1628697792092 3 5\n")
    assert run.series["val/loss"].values.tolist() == [2, 3]
    assert run.fact("points superseded by later ones") == "val/loss"


def test_lines_in_any_order_go_by_their_times() -> None:
    run = read(b"1628697792092 3 5\r\n1628697792090 1 3\r\n1628697792091 2 4\r\n")
    assert run.series["val/loss"].values.tolist() == [1, 2, 3]


def test_values_without_a_step_are_counted() -> None:
    run = read(b"1628697792090 1\n1628697792091 2\n1628697792092 3\n")
    assert run.series["val/loss"].steps.tolist() == [0, 1, 2]
    assert run.fact("steps replaced by the order of the points") == "val/loss"


def test_the_metrics_of_a_run_are_one_run(tmp_path: pathlib.Path) -> None:
    for name in ("loss", "val/loss", "system/cpu"):
        path = tmp_path / "mlruns" / "0" / "abc" / "metrics" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(DATA)
    (run,) = gather([str(tmp_path)]).runs
    assert set(run.series) == {"train/loss", "val/loss", "system/cpu"}


def test_other_tables_are_left_alone() -> None:
    for data in (b"1 2 3\n", b"step loss\n1 2\n", b"1628697792090 x 1\n", b"", DATA + b"end\n"):
        assert accepts(Head("loss", data, True)).score == 0
