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
