from __future__ import annotations

import math

import numpy as np
import pytest

from traindx.schema import Run, Series
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


def answer(values, **more):
    return examine("flat-loss", run({"train/loss": values}, **more))


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_curves_are_silent(name):
    assert [seed for seed in range(20) if loud(examine("flat-loss", HEALTHY[name](seed)))] == []


def test_fine_tuning_that_begins_where_it_ends_is_information():
    found = [examine("flat-loss", HEALTHY["fine_tuning_at_its_floor"](seed)) for seed in range(40)]
    assert any(answer and answer[0].kind == "elsewhere" for answer in found)


def test_noise_that_could_hide_a_fall_is_no_proof():
    assert loud(answer(2.0 * np.exp(noise(1, 40, 0.8)), per="epoch", unit="epoch")) == []


def test_a_few_raw_steps_at_chance_are_a_beginning():
    assert loud(answer(math.log(10) + noise(1, 30, 0.02), classes=10)) == []


def test_a_constant_is_the_subject_of_another():
    assert answer([2.3] * 50, classes=10) == []


@pytest.mark.parametrize(("name", "severity"), [("stands_at_chance", "error"), ("epochs_without_any_fall", "warning")])
def test_sick_curves_are_found(name, severity):
    for seed in range(10):
        (one,) = examine("flat-loss", SICK["flat-loss"][name](seed))
        assert one.severity == severity


@pytest.mark.parametrize("classes", [2, 10, 1000])
def test_falling_to_chance_from_a_bad_start_is_not_learning(classes):
    chance = math.log(classes)
    loss = chance + 0.08 * chance * np.exp(-np.arange(300) / 20.0) + noise(1, 300, 0.005)
    (one,) = answer(loss, classes=classes)
    assert (one.kind, one.severity, one.evidence["assumed"]) == ("at-chance", "error", False)


def test_chance_that_is_only_recognised_is_a_warning():
    (one,) = answer(math.log(1000) + noise(1, 200, 0.003), every=20)
    assert (one.kind, one.severity, one.evidence["assumed"]) == ("at-chance", "warning", True)


def test_a_level_elsewhere_needs_passes_over_the_data():
    loss = 1.1 + noise(1, 400, 0.02)
    assert loud(answer(loss)) == []
    assert loud(answer(loss, steps_per_epoch=50.0))


def test_a_training_that_is_long_under_way_may_pass_by_a_level_of_chance():
    loss = 2.3026 * np.exp(noise(1, 60, 0.005))
    assert loud(examine("flat-loss", run({"train/loss": loss}, every=50)))
    assert not loud(examine("flat-loss", run({"train/loss": loss}, every=50, start=80_000)))


def above(seed: int, *, val: float | None, level: float = 3.4) -> Run:
    """A loss that stands above the 3 that guessing among twenty gives."""
    made = {"train/loss": level + noise(seed, 60, 0.06)}
    if val is not None:
        made["val/loss"] = Series.of("val/loss", [0], [val], per="evaluation")
    return run(made, every=20, classes=20)


@pytest.mark.parametrize(("val", "kind"), [(3.05, "above-chance"), (3.4, "elsewhere"), (None, "elsewhere")])
def test_a_loss_that_never_fell_and_is_worse_than_guessing(val, kind):
    for seed in range(10):
        (one,) = examine("flat-loss", above(seed, val=val))
        assert (one.severity, one.kind) == ("error", kind)


def test_one_that_stands_above_guessing_by_a_penalty_has_come_down():
    falls = 5.0 * np.exp(-np.arange(60) / 6.0)
    made = run({"train/loss": 3.4 + falls + noise(1, 60, 0.06)}, every=20, classes=20)
    assert loud(examine("flat-loss", made)) == []


def test_below_guessing_it_is_fine_tuning():
    assert loud(examine("flat-loss", above(1, val=None, level=1.2))) == []
