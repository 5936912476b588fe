from __future__ import annotations

import numpy as np
import pytest

from traindx.signals.entropy import smoothed_floor
from traindx.testing import HEALTHY, examine, loud, noise, run


@pytest.mark.parametrize("name", HEALTHY)
def test_it_never_alarms(name):
    assert [seed for seed in range(5) if loud(examine("loss-at-floor", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", ["language_model", "contrastive", "small_batches", "gaussian_likelihood"])
def test_losses_far_from_a_floor_are_silent(name):
    assert all(examine("loss-at-floor", HEALTHY[name](seed)) == [] for seed in range(5))


@pytest.mark.parametrize("name", ["converged", "separable", "grokking", "large_regression"])
def test_losses_that_have_arrived_are_told(name):
    assert all(examine("loss-at-floor", HEALTHY[name](seed)) for seed in range(5))


def test_smoothed_labels_have_a_floor_of_their_own():
    loss = smoothed_floor(10, 0.1) + 1.8 * np.exp(-np.arange(400) / 30.0) + np.abs(noise(1, 400, 0.002))
    assert examine("loss-at-floor", run({"train/loss": loss}, classes=10)) == []
    (one,) = examine("loss-at-floor", run({"train/loss": loss}, classes=10, label_smoothing=0.1))
    assert one.evidence["floor"] == pytest.approx(0.5003, abs=1e-4)
