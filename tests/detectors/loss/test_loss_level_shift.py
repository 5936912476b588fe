from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, descent, examine, loud, noise, run


@pytest.mark.parametrize(
    "name", ["warm_restarts", "curriculum", "one_cycle", "annealed_term", "short_log", "converged"]
)
def test_courses_that_rise_by_design_are_silent(name):
    assert [seed for seed in range(30) if loud(examine("loss-level-shift", HEALTHY[name](seed)))] == []


def test_a_spike_is_not_a_shift():
    assert loud(examine("loss-level-shift", SICK["loss-spike"]["one_high_spike"](1))) == []


def test_a_shift_that_is_made_up_for_is_information():
    loss = descent(900, 2.3, 0.4) * np.exp(noise(1, 900, 0.05))
    loss[400:] *= 1.0 + 2.0 * np.exp(-np.arange(500) / 100.0)
    assert [one.severity for one in examine("loss-level-shift", run({"train/loss": loss}))] == ["info"]


@pytest.mark.parametrize(("name", "kind"), [("jumps_and_stays", "alone"), ("jumps_with_the_rate", "with-rate")])
def test_kinds_and_places(name, kind):
    for seed in range(10):
        (one,) = examine("loss-level-shift", SICK["loss-level-shift"][name](seed))
        assert (one.severity, one.kind, one.first_step, one.known_step) == ("warning", kind, 450, 459)


def test_a_loss_below_zero_has_levels_too():
    loss = descent(600, 3.0, -2.0) + noise(1, 600, 0.05)
    loss[400:] += 3.0
    (one,) = examine("loss-level-shift", run({"train/loss": loss}))
    assert (one.severity, one.first_step, one.evidence["ratio"]) == ("warning", 400, None)


def test_means_over_epochs_need_few_points():
    loss = [0.9, 0.8, 0.72, 0.68, 0.66, 0.65, 0.64, 0.63, 0.63, 0.62, 2.4, 2.3, 2.35, 2.3, 2.32]
    (one,) = examine("loss-level-shift", run({"train/loss": loss}, per="epoch", unit="epoch"))
    assert one.first_step == 10


def test_where_returns_are_earned_the_loss_may_jump():
    made = SICK["loss-level-shift"]["jumps_and_stays"](1)
    earned = np.linspace(0.0, 1.0, len(made.series["train/loss"]))
    assert not loud(examine("loss-level-shift", run({**made.series, "train/metric/reward": earned})))


def test_what_is_left_of_a_jump_must_be_as_large_as_one():
    place = np.arange(600)
    first = 1.6 + 1.9 * np.exp(-place / 40.0)
    second = 1.9 + 0.8 * np.exp(-(place - 300.0) / 60.0)
    loss = np.where(place < 300, first, second) * np.exp(noise(1, 600, 0.03))
    (one,) = examine("loss-level-shift", run({"train/loss": loss}))
    assert (one.severity, one.open) == ("info", False)
    (one,) = examine("loss-level-shift", run({"train/loss": np.where(place < 300, loss, 1.3 * loss)}))
    assert (one.severity, one.open) == ("warning", True)
