from __future__ import annotations

import json
from typing import Any

import pytest

from traindx.readers.json_lists import JsonLists, accepts
from traindx.schema import Head, Run


def read(tree: Any) -> list[Run]:
    data = tree if isinstance(tree, bytes) else json.dumps(tree).encode()
    fold = JsonLists(Head("log.json", data, True))
    fold.feed(data)
    return fold.runs()


def score(tree: Any) -> float:
    data = tree if isinstance(tree, bytes) else json.dumps(tree).encode()
    return accepts(Head("log.json", data, True)).score


def curve(run: Run, key: str) -> list[tuple[int, float]]:
    return list(zip(run.series[key].steps.tolist(), run.series[key].values.tolist(), strict=True))


@pytest.mark.parametrize(
    "tree",
    [
        {"train_loss": [3, 2], "val_loss": [5, 4]},
        {"train": {"loss": [3, 2]}, "val": {"loss": [5, 4]}},
        {"history": {"loss": [3, 2], "val_loss": [5, 4]}},
        {"train": [{"loss": 3}, {"loss": 2}], "val": [{"loss": 5}, {"loss": 4}]},
        {"train_loss": ["3", "2"], "valid_loss": [5, 4]},
        [{"epoch": 0, "train_loss": 3, "val_loss": 5}, {"epoch": 1, "train_loss": 2, "val_loss": 4}],
        {"epochs": [{"epoch": 0, "loss": 3, "val_loss": 5}, {"epoch": 1, "loss": 2, "val_loss": 4}]},
        {"log": [{"epoch": n, "train": {"loss": 3 - n}, "val": {"loss": 5 - n}} for n in (0, 1)]},
        {"0": {"train_loss": 3, "val_loss": 5}, "1": {"train_loss": 2, "val_loss": 4}},
        {"epoch_0": {"loss": 3, "val_loss": 5}, "epoch_1": {"loss": 2, "val_loss": 4}},
        {"epochs": [0, 1], "train_losses": [3, 2], "val_losses": [5, 4]},
        [{"phase": p, "epoch": n, "loss": first - n} for p, first in (("train", 3), ("val", 5)) for n in (0, 1)],
    ],
)  # fmt: skip
def test_one_log_in_many_dresses(tree: Any) -> None:
    assert score(tree) > 0.5
    (run,) = read(tree)
    assert run.unit == "epoch"
    assert curve(run, "train/loss") == [(0, 3), (1, 2)]
    assert curve(run, "val/loss") == [(0, 5), (1, 4)]


def test_losses_of_steps_beside_losses_of_epochs() -> None:
    (run,) = read({"train_loss": list(range(40)), "val_loss": [4, 3, 2, 1]})
    assert run.unit == "step"
    assert curve(run, "val/loss") == [(9, 4), (19, 3), (29, 2), (39, 1)]


def test_a_list_alone_counts_rows() -> None:
    (run,) = read({"losses": [3, None, "NaN", 1]})
    assert run.unit == "row"
    assert run.series["train/loss"].steps.tolist() == [0, 2, 3]


def test_steps_that_are_told_are_the_axis() -> None:
    (run,) = read({"steps": [10, 20], "loss": [3, 2], "eval_steps": [20], "eval_loss": [5]})
    assert curve(run, "train/loss") == [(10, 3), (20, 2)]
    assert curve(run, "val/loss") == [(20, 5)]


def test_pairs_of_step_and_value() -> None:
    (run,) = read({"train_loss": [[1.5, 10, 3], [2.5, 20, 2]]})
    assert curve(run, "train/loss") == [(10, 3), (20, 2)]


def test_settings_and_results_stand_beside_the_curves() -> None:
    (run,) = read({"config": {"optimizer": {"name": "SGD", "lr": 0.1}, "api_key": "abcdefgh12345678"}, "loss": [2, 1],
                   "seed": 3, "best_val_loss": 1.5, "note": "x"})  # fmt: skip
    assert run.settings["optimizer"] == "SGD"
    assert run.settings["lr"] == 0.1
    assert run.settings["seed"] == 3
    assert run.settings["api_key"] == "[redacted]"


def test_epoch_lists_beside_rows_of_batches_stand_at_the_ends_of_epochs() -> None:
    rows = [{"epoch": 1 + n // 4, "batch": n % 4, "loss": n} for n in range(8)]
    (run,) = read({"batch_losses": rows, "validation_losses": [5, 4], "other": [1, 2, 3]})
    assert run.steps_per_epoch == 4
    assert curve(run, "val/loss") == [(4, 5), (8, 4)]
    assert run.fact("lists left out") == ["other"]


def test_models_or_folds_are_runs_of_their_own() -> None:
    first, second = read({"small": {"loss": [3, 2]}, "large": {"loss": [2, 1]}})
    assert (first.fact("called"), second.fact("called")) == ("small", "large")


def test_keys_that_stand_twice_are_told() -> None:
    (run,) = read(b'{"loss": [1, 2], "loss": [3, 4]}')
    assert run.series["train/loss"].values.tolist() == [3, 4]
    assert run.fact("keys that stand twice") == 1


@pytest.mark.parametrize(
    "tree",
    [
        {"name": "package", "version": "1.0", "dependencies": {"x": "1"}},
        [{"customer": 1, "price": 3}, {"customer": 2, "price": 4}],
        {"weights": [1, 2, 3], "hair_loss": [0, 1, 0]},
        {"loss": 0.5, "accuracy": 0.9},
        {"compilerOptions": {"strict": True}},
        [1, 2, 3],
        "text",
        b"{",
        b"",
    ],
)
def test_what_is_no_log_is_refused(tree: Any) -> None:
    assert score(tree) == 0


def test_a_long_document_is_told_by_its_beginning() -> None:
    long = json.dumps({"train_loss": list(range(30_000)), "val_loss": [1]}).encode()[:65536]
    assert accepts(Head("log.json", long, False)).score > 0.5
    other = json.dumps({"pixels": list(range(30_000))}).encode()[:65536]
    assert accepts(Head("log.json", other, False)).score == 0


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("whole", [True, False])
def test_an_answer_of_ours_beside_the_logs_is_no_log(indent: int | None, whole: bool) -> None:
    summary = {"train/loss": {"first": 2.3, "final": 0.5, "points": 50}}
    curves = {"loss": [2.3, 1.9, 0.5]}
    answer = {"schema": 1, "traindx": "0.1.0", "runs": [{"run": {"summary": summary}}], "history": curves}
    data = json.dumps(answer, indent=indent).encode()
    assert accepts(Head("diagnosis.json", data, whole)).score == 0
    assert accepts(Head("mine.json", json.dumps({"schema": 1, **curves}).encode(), True)).score > 0
