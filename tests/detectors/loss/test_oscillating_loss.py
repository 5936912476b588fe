from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, descent, examine, loud, noise, run


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_curves_are_silent(name):
    assert [seed for seed in range(20) if loud(examine("oscillating-loss", HEALTHY[name](seed)))] == []


def test_large_noise_without_rhythm_is_silent():
    for seed in range(40):
        assert examine("oscillating-loss", run({"train/loss": np.exp(noise(seed, 400, 0.8))})) == []
        assert examine("oscillating-loss", run({"train/loss": np.exp(noise(seed, 30, 0.5))}, per="epoch")) == []


def test_a_schedule_that_restarts_sets_the_period():
    rate = 0.5e-3 * (1.0 + np.cos(2.0 * np.pi * np.arange(900) / 90))
    loss = np.exp(600.0 * rate) * np.exp(noise(1, 900, 0.03))
    assert examine("oscillating-loss", run({"train/loss": loss, "lr": rate})) == []
    assert loud(examine("oscillating-loss", run({"train/loss": loss})))


def test_the_order_of_the_data_is_the_subject_of_another():
    wave = np.exp(0.5 * np.sin(2.0 * np.pi * np.arange(900) / 75.0))
    assert examine("oscillating-loss", run({"train/loss": wave}, steps_per_epoch=75.0)) == []


def test_what_swings_while_it_falls_may_settle():
    swing = 0.35 * (-1.0) ** np.arange(300)
    assert examine("oscillating-loss", run({"train/loss": descent(300, 8.0, 0.05, power=1.5) * np.exp(swing)})) == []


@pytest.mark.parametrize(("name", "kind"), [("slow_wave", "wave"), ("zigzag", "zigzag")])
def test_sick_curves_are_found(name, kind):
    for seed in range(10):
        (one,) = examine("oscillating-loss", SICK["oscillating-loss"][name](seed))
        assert (one.severity, one.kind) == ("warning", kind)


@pytest.mark.parametrize(("growth", "trend"), [(0.004, "growing"), (0.0, "steady")])
def test_whether_the_swings_grow_is_told(growth, trend):
    place = np.arange(600)
    loss = np.exp(0.3 * np.exp(growth * place / 2.0) * np.sin(2.0 * np.pi * place / 60.0) + noise(1, 600, 0.02))
    (one,) = examine("oscillating-loss", run({"train/loss": loss}))
    assert one.evidence["trend"] == trend


def test_epochs_that_undo_each_other():
    loss = 1.2 * np.exp(0.4 * (-1.0) ** np.arange(24) + noise(1, 24, 0.05))
    assert loud(examine("oscillating-loss", run({"train/loss": loss}, per="epoch", unit="epoch")))


@pytest.mark.parametrize(("points", "period", "kind"), [(80, 80 / 6, "wave"), (16, 4.0, "wave"), (14, 2.0, "zigzag")])
def test_swings_through_few_points(points, period, kind):
    place = np.arange(points)
    wave = np.exp(0.5 * np.cos(2.0 * np.pi * place / period))
    loss = (0.9 + 1.4 * np.exp(-place / points / 0.12)) * wave
    for seed in range(10):
        (one,) = examine("oscillating-loss", run({"train/loss": loss * np.exp(noise(seed, points, 0.03))}, per="epoch"))
        assert (one.severity, one.kind) == ("warning", kind)
