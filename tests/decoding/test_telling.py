from __future__ import annotations

import pytest

from traindx.decoding.telling import Telling, is_quantity


def kinds(*lines: str) -> list[str]:
    telling = Telling()
    return [telling.take(line) for line in lines]


def test_what_lines_are() -> None:
    assert kinds(
        "lr: 0.1", "hello", "import os", "Epoch 1", "loss 0.5", "step 3 speed: 12", "ValueError: x", "loss", ""
    ) == ["settings", "", "code", "count", "point", "row", "end", "", ""]  # fmt: skip


def test_a_quantity_that_nothing_counts_waits_until_it_is_told_again() -> None:
    assert kinds("average_loss: 20", "loss: 1", "loss: 2", "loss: 3") == ["early", "early", "early", "point"]


def test_what_waited_is_dropped_when_something_counts() -> None:
    telling = Telling()
    for line in ("average_loss: 20", "Iteration 0, loss = 2.5", "Iteration 1, loss = 1.5"):
        telling.take(line)
    (one,) = telling.rows.gathered()
    assert set(one.series) == {"train/loss"}


@pytest.mark.parametrize("heading", ["Validation:", "Validating...", "----- Validation -----", "Evaluating",
                                     "[2026-11-02 10:11:12] INFO | Running validation", "*** eval results ***",
                                     "Starting validation"])  # fmt: skip
def test_a_heading_speaks_for_the_lines_that_follow(heading: str) -> None:
    telling = Telling()
    for line in ("Epoch 1", "loss: 3.5", heading, "loss: 2.5", "Epoch 2", "loss: 1.5"):
        telling.take(line)
    (one,) = telling.rows.gathered()
    assert one.series["train/loss"].values.tolist() == [3.5, 1.5]
    assert one.series["val/loss"].values.tolist() == [2.5]


@pytest.mark.parametrize("line", ["validation of the idea", "test 3 of 5 passed", "Training on 3 GPUs", "evaluate"])
def test_a_sentence_is_no_heading(line: str) -> None:
    telling = Telling()
    for one in ("Epoch 1", line, "loss: 2.5"):
        telling.take(one)
    assert "train/loss" in telling.rows.gathered()[0].series or line == "evaluate"


def test_bars_without_an_epoch_are_laid_end_to_end() -> None:
    telling = Telling()
    for n in (1, 2, 3, 1, 2, 3):
        telling.take(f" 12%|# | {n}/3 [00:01<00:02, 1.0it/s, loss={n}.5]")
    (one,) = telling.rows.gathered()
    assert one.series["train/loss"].steps.tolist() == [1, 2, 3, 4, 5, 6]


def test_the_batches_of_an_evaluation_are_no_steps() -> None:
    telling = Telling()
    for line in (
        "Epoch 1 [10/10] loss: 2.5",
        "Test: [0/5] loss: 9.5",
        "Test: [4/5] loss: 3.5",
        "Epoch 2 [10/10] loss: 1.5",
    ):
        telling.take(line)
    (one,) = telling.rows.gathered()
    assert one.series["test/loss"].values.tolist() == [3.5]
    assert one.series["train/loss"].steps.tolist() == [10, 20]


def test_totals_are_settings() -> None:
    telling = Telling()
    telling.take("step 1/500 loss 2.5")
    assert telling.head.told == {"steps_total": 500}


def test_times_are_in_seconds() -> None:
    telling = Telling()
    telling.take("step 1 loss 2.5 step time: 250ms")
    (one,) = telling.rows.gathered()
    assert one.series["time/step"].values.tolist() == [0.25]


@pytest.mark.parametrize(("name", "told"), [("val acc", True), ("loss", True), ("lr", False), ("speed", False)])
def test_quantities(name: str, told: bool) -> None:
    assert is_quantity(name) == told


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (">> ep 01/40 :: trn 65.4433 :: dev loss 1.0709", {"train/loss", "val/loss"}),
        ("Epoch 1 | Loss: train 0.53 val 0.61", {"train/loss", "val/loss"}),
        ("epoch 3 train nan, val loss 0.6", {"train/loss", "val/loss"}),
        ("epoch 3 accuracy: train 0.91 val 0.88", set()),  # no losses
        ("epoch 3 accuracy train 0.91 val 0.88, val loss 0.3", {"val/loss"}),
        ("epoch 3 loss 0.5, train 400 samples", {"train/loss"}),
    ],
)
def test_losses_called_by_their_data_alone(line: str, names: set[str]) -> None:
    telling = Telling()
    for _ in range(3):
        telling.take(line)
    found = {name for one in telling.rows.gathered() for name in one.series if name.endswith("/loss")}
    assert found == names


def test_a_wrapped_number_is_not_joined_to_what_stands_behind_it() -> None:
    telling = Telling()
    for step in range(3):
        telling.take(f"step: {step} loss: tensor(3),110 acc: tensor(0.5)")
    (one,) = telling.rows.gathered()
    assert one.series["train/loss"].values.tolist() == [3, 3, 3]
