from __future__ import annotations

import json
import random
from typing import Any

import pytest

from traindx.guards.refusal import Refused
from traindx.readers.trainer_state import TrainerState, accepts
from traindx.schema import Head, Run


def read(state: Any, path: str = "out/trainer_state.json") -> Run:
    data = json.dumps(state).encode()
    fold = TrainerState(Head(path, data, True))
    fold.feed(data[:10])
    fold.feed(data[10:])
    (run,) = fold.runs()
    return run


def state(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"log_history": list(rows), "global_step": 40, "max_steps": 40, "epoch": 4.0, "logging_steps": 10, **more}


TRAIN = [
    {"step": 10 * n, "epoch": float(n), "loss": 1 / n, "learning_rate": 0.1, "grad_norm": 2.0} for n in range(1, 5)
]


def test_a_loss_is_a_mean_over_the_steps_since_the_last_row() -> None:
    run = read(state(*TRAIN))
    assert (run.series["train/loss"].per, run.series["train/loss"].window) == ("window", 10)
    assert run.series["lr"].per == "step"
    assert run.series["grad/norm"].values.tolist() == [2.0] * 4
    assert run.steps_per_epoch == 10
    assert run.outcome.state == "completed"


def test_the_window_is_what_the_rows_show_when_the_state_says_otherwise() -> None:
    assert read(state(*TRAIN, logging_steps=500)).series["train/loss"].window == 10


def test_the_last_row_is_no_point() -> None:
    run = read(state(*TRAIN, {"step": 40, "epoch": 4.0, "train_loss": 0.5, "train_runtime": 3.0}))
    assert len(run.series["train/loss"]) == 4
    assert "train_loss" not in run.series
    assert run.fact("train loss") == 0.5


def test_sets_of_evaluation_stand_beside_each_other() -> None:
    run = read(state(*TRAIN, {"step": 40, "eval_a_loss": 2.0}, {"step": 40, "eval_b_loss": 3.0}))
    assert run.series["val/loss/a"].values.tolist() == [2.0]
    assert run.series["val/loss/b"].per == "evaluation"


def test_rows_that_a_resumed_training_wrote_again_replace_the_older() -> None:
    run = read(state(*TRAIN[:3], {**TRAIN[1], "loss": 9.0}, *TRAIN[2:]))
    assert run.series["train/loss"].steps.tolist() == [10, 20, 30, 40]
    assert run.series["train/loss"].values[1] == 9.0


@pytest.mark.parametrize(
    ("path", "id"),
    [
        ("out/trainer_state.json", "out"),
        ("out/checkpoint-40/trainer_state.json", "out"),
        ("checkpoint-40/trainer_state.json", "."),
        ("trainer_state.json", "."),
    ],
)
def test_states_of_one_output_folder_are_one_run(path: str, id: str) -> None:
    assert read(state(*TRAIN), path).id == id


def test_zeros_are_kept_and_told() -> None:
    run = read(state(*TRAIN[:2], {**TRAIN[2], "loss": 0.0}, {**TRAIN[3], "loss": 0.0}))
    assert run.series["train/loss"].values[2:].tolist() == [0.0, 0.0]
    assert run.fact("zeros that may stand for NaN") == 2


def test_an_unfinished_run_has_no_outcome() -> None:
    assert read(state(*TRAIN, max_steps=400)).outcome.state == "unknown"


@pytest.mark.parametrize("text", ["{", "[]", '{"log_history": 3}', "[" * 100_000, '{"log_history": [1' + "0" * 5000])
def test_what_is_broken_is_refused(text: str) -> None:
    fold = TrainerState(Head("trainer_state.json", text.encode(), True))
    fold.feed(text.encode())
    with pytest.raises(Refused):
        fold.runs()


def test_recognised_also_under_another_name() -> None:
    data = json.dumps(state(*TRAIN)).encode()
    assert accepts(Head("state.json", data, True)).score > 0.9
    assert accepts(Head("state.json", b'{"loss": [1, 2]}', True)).score == 0


def made(seed: int) -> bytes:
    """A state with an odd row now and then."""
    draw = random.Random(seed)
    odd = [{"step": 4, "eval_loss": {"a": [1, {"b": "}, {"}]}}, {"step": 5, "loss": "0.5"}, 3, {},
           {"step": 6, "loss": None}, {"step": 7, "loss": float("nan"), "epoch": 1}]  # fmt: skip
    rows: list[Any] = []
    for step in range(draw.choice([30, 2000])):
        rows.append(
            {"epoch": step / 7, "loss": draw.random(), "step": step} if step % 10 else {"eval_loss": 1.0, "step": step}
        )
        if draw.random() < 0.01:
            rows.append(draw.choice(odd))
    return json.dumps(
        state(*rows, stateful_callbacks={"a": [{"b": 1}, {"c": 2}]}), indent=draw.choice([None, 2])
    ).encode()


@pytest.mark.parametrize("seed", range(12))
def test_the_run_is_that_of_the_rows_one_by_one(seed: int) -> None:
    data = made(seed)
    whole, parts = TrainerState(Head("x", data, True)), TrainerState(Head("x", data, True))
    one_by_one = TrainerState(Head("x", data, True))
    whole.feed(data)
    for first in range(0, len(data), 997):
        parts.feed(data[first : first + 997])
    for entry in json.loads(data)["log_history"]:
        one_by_one._add([entry])
    assert whole.runs() == parts.runs()
    one_by_one.rows.window = whole.rows.window
    assert whole.rows.gathered() == one_by_one.rows.gathered()
    assert whole.last == one_by_one.last
