from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("name", HEALTHY)
def test_it_never_alarms(name):
    assert [seed for seed in range(5) if loud(examine("still-improving", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", ["converged", "middle_of_a_log", "step_decay"])
def test_runs_that_stand_at_the_end_are_silent(name):
    assert all(examine("still-improving", HEALTHY[name](seed)) == [] for seed in range(10))


@pytest.mark.parametrize("name", SICK["still-improving"])
def test_runs_that_fall_to_the_end_are_told(name):
    assert all(examine("still-improving", SICK["still-improving"][name](seed)) for seed in range(10))


def test_epochs_that_fall_evenly():
    loss = 2.0 * np.exp(-np.arange(20) / 15.0) * np.exp(noise(1, 20, 0.01))
    assert examine("still-improving", run({"train/loss": loss}, per="epoch", unit="epoch"))


def test_a_fall_that_slows_down_is_silent():
    loss = 0.5 + 1.5 * np.exp(-np.arange(60) / 8.0) + noise(1, 60, 0.005)
    assert examine("still-improving", run({"train/loss": loss}, per="epoch", unit="epoch")) == []
