from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, descent, examine, loud, noise, run


@pytest.mark.parametrize(
    "name", ["power_law", "small_batches", "correlated_noise", "warm_restarts", "separable", "gaussian_likelihood"]
)
def test_noise_is_no_spike(name):
    assert [seed for seed in range(30) if loud(examine("loss-spike", HEALTHY[name](seed)))] == []


def test_fat_tails_are_rarely_taken_for_one():
    assert sum(bool(loud(examine("loss-spike", HEALTHY["heavy_tails"](seed)))) for seed in range(60)) <= 3


def test_a_loss_that_is_a_thousandth_of_its_start_may_do_as_it_likes():
    loss = 2.3 * np.exp(-np.arange(400) / 20.0)
    loss[300:303] = 1e-3
    assert examine("loss-spike", run({"train/loss": loss})) == []


def test_a_jump_that_stays_is_not_a_spike():
    assert loud(examine("loss-spike", SICK["loss-level-shift"]["jumps_and_stays"](1))) == []


@pytest.mark.parametrize(
    ("name", "kind", "step"),
    [("one_high_spike", "once", 350), ("spikes_at_one_place_of_every_epoch", "periodic", 37)],
)
def test_kinds_and_places(name, kind, step):
    for seed in range(10):
        (one,) = examine("loss-spike", SICK["loss-spike"][name](seed))
        assert (one.severity, one.kind, one.first_step) == ("warning", kind, step)


def test_spikes_at_no_fixed_place_are_repeated():
    for seed in range(10):
        (one,) = examine("loss-spike", SICK["loss-spike"]["spikes_again_and_again"](seed))
        assert (one.severity, one.kind) == ("warning", "repeated")


def test_ten_times_all_before_is_seen_in_a_short_log():
    (one,) = examine("loss-spike", run({"train/loss": [0.9, 0.7, 0.6, 0.55, 20.7, 0.6, 0.5]}))
    assert (one.severity, one.first_step) == ("warning", 4)


def test_one_bad_batch_that_leaves_no_trace_is_information():
    loss = descent(600, 2.3, 0.5) * np.exp(noise(1, 600, 0.05))
    loss[400] *= 4.0
    assert [one.severity for one in examine("loss-spike", run({"train/loss": loss}))] == ["info"]


def test_two_great_jumps_in_a_handful_of_lines_are_repeated():
    (one,) = examine(
        "loss-spike", run({"train/loss": [7.366, 87.3, 7.362, 10.233, 86.8, 17.104, 10.1, 78.0]}, every=20)
    )
    assert (one.severity, one.kind, one.first_step) == ("warning", "repeated", 20)


def test_spikes_that_undo_next_to_nothing_are_information():
    loss = (0.02 + 1.5 * np.exp(-np.arange(2000) / 40.0)) * np.exp(noise(1, 2000, 0.08))
    loss[[700, 900, 1300, 1700]] = 0.08
    assert loud(examine("loss-spike", run({"train/loss": loss}))) == []


def test_one_mean_of_sixteen_epochs_that_stands_out():
    loss = [2.1, 1.3, 0.95, 0.8, 0.71, 0.66, 0.61, 0.58, 0.56, 4.67, 0.53, 0.52, 0.51, 0.5, 0.5, 0.49]
    (one,) = examine("loss-spike", run({"train/loss": loss}, per="epoch", unit="epoch"))
    assert (one.severity, one.kind, one.first_step) == ("warning", "once", 9)


def test_two_lines_far_above_the_start_and_two_hard_samples():
    loss = (2.0 + 2.3 * np.exp(-np.arange(63) / 5.0)) * np.exp(noise(1, 63, 0.06))
    loss[[26, 51]] = 5.7
    (one,) = examine("loss-spike", run({"train/loss": loss}, every=8))
    assert (one.severity, one.kind, one.first_step) == ("warning", "repeated", 208)
    low = 0.7 * np.exp(-np.minimum(np.arange(63), 20) / 6.0) * np.exp(noise(1, 63, 0.1))
    low[[33, 46]] = 0.36  # one sample of a batch of eight that is wrong costs as much
    assert loud(examine("loss-spike", run({"train/loss": low}, every=12))) == []


def test_leaps_from_zero():
    loss = np.concatenate((descent(20, 0.9, 0.05), np.zeros(40)))
    loss[[30, 38, 46, 52]] = 1.4
    (one,) = examine("loss-spike", run({"train/loss": loss}, every=2))
    assert (one.severity, one.kind) == ("warning", "repeated")


def test_where_returns_are_earned_the_loss_may_jump():
    made = SICK["loss-spike"]["spikes_again_and_again"](1)
    earned = np.linspace(0.0, 1.0, len(made.series["train/loss"]))
    assert not loud(examine("loss-spike", run({**made.series, "train/metric/reward": earned})))
