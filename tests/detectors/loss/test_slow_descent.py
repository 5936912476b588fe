from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


def straight(seed, points=200, start=2.2, fall=0.15, sd=0.004):
    return start - fall * np.arange(points) / points + noise(seed, points, sd)


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_curves_are_silent(name):
    assert [seed for seed in range(20) if loud(examine("slow-descent", HEALTHY[name](seed)))] == []


def test_fine_tuning_that_gains_little_in_one_pass_is_information():
    made = run({"train/loss": straight(1, start=1.1, fall=0.08)}, every=10, steps_per_epoch=2000.0)
    assert [one.severity for one in examine("slow-descent", made)] == ["info"]


def test_a_run_that_is_still_warming_up_is_silent():
    made = run({"train/loss": straight(1), "lr": np.linspace(1e-6, 1e-3, 200)}, classes=10)
    assert examine("slow-descent", made) == []


def test_curves_that_bend_are_silent():
    bent = 2.0 + 0.2 * np.exp(-np.arange(300) / 50.0) + noise(1, 300, 0.003)
    assert examine("slow-descent", run({"train/loss": bent}, classes=10)) == []


@pytest.mark.parametrize("name", SICK["slow-descent"])
def test_sick_curves_are_found(name):
    assert all(loud(examine("slow-descent", SICK["slow-descent"][name](seed))) for seed in range(10))


@pytest.mark.parametrize("more", [{"classes": 10}, {"steps_per_epoch": 20.0}])
def test_near_chance_or_after_many_passes_it_is_a_warning(more):
    assert loud(examine("slow-descent", run({"train/loss": straight(1)}, **more)))


def test_epochs():
    made = run({"train/loss": straight(1, points=40)}, per="epoch", unit="epoch", classes=10)
    assert [one.severity for one in examine("slow-descent", made)] == ["warning"]


def test_few_epochs_say_enough_where_guessing_is_known():
    loss = {"train/loss": straight(1, points=16, start=2.3, fall=0.23, sd=0.01)}
    assert loud(examine("slow-descent", run(loss, per="epoch", unit="epoch", classes=10)))
    assert loud(examine("slow-descent", run(loss, per="epoch", unit="epoch"))) == []


def test_a_loss_without_a_known_scale_must_fall_without_any_bend():
    share = np.arange(1, 96) / 95
    bent = (4.6 + 1.64 * (1.0 + 12.0 * share) ** -0.5) * np.exp(noise(1, 95, 0.003))
    assert not loud(examine("slow-descent", run({"train/loss": bent}, per="epoch", unit="epoch")))
    line = (6.0 - 0.3 * share) * np.exp(noise(1, 95, 0.003))
    assert loud(examine("slow-descent", run({"train/loss": line}, per="epoch", unit="epoch")))
