from __future__ import annotations

import pathlib

import pytest

from traindx.readers.mlflow_run import MlflowRun, accepts
from traindx.schema import Head, Run
from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "mlflow" / "mlruns"
RUN = "mlruns/0/0123456789abcdef0123456789abcdef"


def read(path: str, data: bytes) -> list[Run]:
    head = Head(path, data, True)
    assert accepts(head).score > 0.9
    fold = MlflowRun(head)
    fold.feed(data)
    return fold.runs()


def test_a_parameter_is_a_setting() -> None:
    (run,) = read(f"{RUN}/params/learning_rate", b"1e-3\r\n")
    assert (run.id, run.settings) == (RUN, {"lr": 0.001})
    (run,) = read(f"{RUN}/params/model/api_key", b"sk-abcdefghijklmnop1234")
    assert "sk-" not in str(run.settings)
    assert read(f"{RUN}/params/long", b"x" * 6000) == []


@pytest.mark.parametrize(("status", "state"), [(1, "running"), (3, "completed"), (4, "crashed"), (5, "interrupted")])
def test_how_it_ended(status: int, state: str) -> None:
    (run,) = read(f"{RUN}/meta.yaml", f"run_uuid: abc\nstatus: {status}\n".encode())
    assert run.outcome.state == state


def test_parameters_name_and_outcome_go_to_the_metrics_of_their_run() -> None:
    found = {run.fact("run name"): run for run in gather([str(GOLDEN)]).runs}
    assert set(found) == {"resumed", "broken"}
    for run in found.values():
        assert run.settings == {"lr": 0.05, "batch_size": 32, "optimizer": "SGD"}
        assert run.outcome.state == "completed"
        assert run.fact("logged as") is None
    assert set(found["broken"].series) == {"train/loss", "train_loss"}  # "loss" and "train_loss" are two metrics
    assert len(found["resumed"].series["train/loss"]) == 16


def test_files_of_others_are_left_alone() -> None:
    for path in ("params/lr", "mlruns/0/models/m-abc/params/lr", "mlruns/0/meta.yaml", f"{RUN}/tags/mlflow.user"):
        assert accepts(Head(path, b"0.1", True)).score == 0
    assert accepts(Head(f"{RUN}/meta.yaml", b"artifact_location: x\n", True)).score == 0
    assert accepts(Head(f"{RUN}/params/lr", b"\0", True)).score == 0
