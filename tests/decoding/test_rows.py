from __future__ import annotations

import pytest

from traindx.decoding.rows import Gathered, Rows, split_of


def gathered(*rows: dict[str, object], split: str | None = None) -> list[Gathered]:
    made = Rows()
    for row in rows:
        made.add(row, split=split)
    return made.gathered()


def curve(one: Gathered, key: str) -> list[tuple[int, float]]:
    return list(zip(one.series[key].steps.tolist(), one.series[key].values.tolist(), strict=True))


def test_steps_are_the_axis_and_the_epoch_becomes_a_series() -> None:
    (one,) = gathered(*({"step": 10 * n, "epoch": n // 4, "loss": 1.0 / (n + 1)} for n in range(16)))
    assert one.unit == "step"
    assert one.steps_per_epoch == 40
    assert curve(one, "train/loss")[:2] == [(0, 1.0), (10, 0.5)]
    assert curve(one, "epoch")[4] == (40, 1.0)


def test_fractional_epochs_tell_how_long_an_epoch_is() -> None:
    (one,) = gathered(*({"step": n, "epoch": n / 8, "loss": 1.0} for n in range(40)))
    assert one.steps_per_epoch == pytest.approx(8)


def test_epochs_are_the_axis_where_nothing_counts_steps() -> None:
    (one,) = gathered({"epoch": 1, "loss": 2, "val_loss": 3}, {"epoch": 2, "loss": 1, "val_loss": 2})
    assert one.unit == "epoch"
    assert one.series["train/loss"].per == "epoch"
    assert one.series["val/loss"].per == "evaluation"


def test_batches_of_epochs_are_laid_end_to_end() -> None:
    (one,) = gathered(*({"epoch": 1 + n // 5, "batch": n % 5, "loss": n} for n in range(20)))
    assert one.unit == "step"
    assert one.steps_per_epoch == 5
    assert curve(one, "train/loss") == [(n, n) for n in range(20)]


def test_a_step_that_begins_anew_with_each_epoch_is_a_batch() -> None:
    (one,) = gathered(*({"epoch": 1 + n // 5, "iter": 10 * (n % 5 + 1), "loss": n} for n in range(20)))
    assert one.steps_per_epoch == 50
    assert [step for step, _ in curve(one, "train/loss")] == [10 * (n + 1) for n in range(20)]


def test_without_any_counter_the_row_is_the_axis() -> None:
    (one,) = gathered({"loss": 2}, {"loss": 1})
    assert one.unit == "row"
    assert curve(one, "train/loss") == [(0, 2), (1, 1)]


def test_a_row_without_a_counter_stands_where_the_row_before_it_stood() -> None:
    (one,) = gathered({"step": 5, "loss": 2}, {"val_loss": 3}, {"step": 10, "loss": 1}, {"val_loss": 2})
    assert curve(one, "val/loss") == [(5, 3), (10, 2)]


def test_what_falls_back_to_its_first_step_is_another_run() -> None:
    first, second = gathered(*({"epoch": n % 3, "loss": n} for n in range(6)))
    assert curve(first, "train/loss") == [(0, 0), (1, 1), (2, 2)]
    assert curve(second, "train/loss") == [(0, 3), (1, 4), (2, 5)]


def test_what_falls_back_to_the_middle_was_resumed() -> None:
    steps = [0, 10, 20, 30, 20, 30, 40]
    (one,) = gathered(*({"step": step, "loss": n} for n, step in enumerate(steps)))
    assert curve(one, "train/loss") == [(0, 0), (10, 1), (20, 4), (30, 5), (40, 6)]
    assert [fact.value for fact in one.facts if fact.name == "resumed"] == [20]


def test_rows_in_no_order_are_sorted() -> None:
    steps = [7, 1, 9, 3, 0, 8, 2, 5, 4, 6]
    (one,) = gathered(*({"step": step, "loss": step} for step in steps))
    assert curve(one, "train/loss") == [(n, n) for n in range(10)]


def test_of_two_words_for_one_series_the_one_with_more_points_has_the_name() -> None:
    rows: list[dict[str, object]] = [{"step": n, "train_loss_step": n} for n in range(6)]
    (one,) = gathered(*rows, {"step": 6, "train_loss_epoch": 1.5})
    assert len(one.series["train/loss"]) == 6
    assert curve(one, "train_loss_epoch") == [(6, 1.5)]


def test_the_steps_of_an_evaluation_that_never_move_are_its_batches() -> None:
    made = Rows()
    for n in range(1, 7):
        made.add({"iter": 100 * n, "loss": 1 / n}, split="train")
        if n % 2 == 0:
            made.add({"iter": 64, "loss": 2 / n}, split="val")
    (one,) = made.gathered()
    assert [step for step, _ in curve(one, "val/loss")] == [200, 400, 600]
    assert not one.facts


def test_values_are_numbers_and_nothing_else() -> None:
    (one,) = gathered({"step": 1, "loss": "0.5", "note": "x", "done": True, "deep": {"loss": 2}, "list": [1]})
    assert curve(one, "train/loss") == [(1, 0.5)]
    assert set(one.series) == {"train/loss", "train/loss/deep"}


def test_nan_and_infinity_stay_what_they_are() -> None:
    (one,) = gathered({"step": 1, "loss": "NaN"}, {"step": 2, "loss": float("inf")}, {"step": 3, "loss": 10**400})
    values = one.series["train/loss"].values
    assert values[0] != values[0]
    assert values[1:].tolist() == [float("inf")] * 2


def test_counters_that_count_nothing_are_no_counters() -> None:
    rows: list[dict[str, object]] = [{"epoch": 1, "batch": n, "loss": n} for n in (1, 2, 3)]
    (one,) = gathered(*rows, {"epoch": float("inf"), "batch": 1e300, "loss": 4})
    assert curve(one, "train/loss") == [(1, 1), (2, 2), (3, 4)]


def test_a_length_of_an_epoch_that_cannot_be_is_not_believed() -> None:
    made = Rows()
    made.per_epoch = float("inf")
    for n in range(6):
        made.add({"epoch": n // 3, "batch": n % 3, "loss": n})
    assert made.gathered()[0].steps_per_epoch == 3


def test_ranks_stand_beside_each_other() -> None:
    made = Rows()
    for n in range(4):
        for rank in (0, 1):
            made.add({"step": n, "loss": n + rank}, rank=rank)
    (one,) = made.gathered()
    assert set(one.series) == {"train/loss", "train/loss@1"}


def test_what_a_point_is_can_be_told_by_the_word() -> None:
    made = Rows(per=lambda word: "window" if word == "loss" else "step", window=10)
    made.add({"step": 10, "loss": 1, "lr": 0.1, "val_loss": 2})
    made.add({"step": 20, "loss": 1, "lr": 0.1, "val_loss": 2})
    (one,) = made.gathered()
    assert (one.series["train/loss"].per, one.series["train/loss"].window) == ("window", 10)
    assert (one.series["lr"].per, one.series["lr"].window) == ("step", None)
    assert one.series["val/loss"].per == "evaluation"


@pytest.mark.parametrize(("word", "split"), [("Valid", "val"), ("TRAIN", "train"), ("eval", "val"), ("x", None)])
def test_words_for_a_split(word: str, split: str | None) -> None:
    assert split_of(word) == split
