from __future__ import annotations

import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_curves_are_silent(name):
    assert [seed for seed in range(20) if loud(examine("periodic-loss", HEALTHY[name](seed)))] == []


def test_shuffled_epochs_are_silent():
    for seed in range(40):
        loss = np.exp(noise(seed, 400, 0.3, r=0.5))
        assert examine("periodic-loss", run({"train/loss": loss}, steps_per_epoch=80.0)) == []


def test_a_small_swing_that_repeats_is_information():
    loss = np.exp(0.1 * np.sin(2.0 * np.pi * np.arange(900) / 90) + noise(1, 900, 0.03))
    made = run({"train/loss": loss}, steps_per_epoch=90.0)
    assert [one.severity for one in examine("periodic-loss", made)] == ["info"]


def test_a_period_that_is_not_the_epoch_is_the_subject_of_another():
    wave = np.exp(0.5 * np.sin(2.0 * np.pi * np.arange(900) / 37.0))
    assert examine("periodic-loss", run({"train/loss": wave}, steps_per_epoch=90.0)) == []


def test_without_the_length_of_an_epoch_nothing_is_said():
    blocks = SICK["periodic-loss"]["blocks_of_one_class"](1)
    assert examine("periodic-loss", run(dict(blocks.series))) == []


@pytest.mark.parametrize("name", SICK["periodic-loss"])
def test_sick_curves_are_found(name):
    assert all(loud(examine("periodic-loss", SICK["periodic-loss"][name](seed))) for seed in range(10))


def test_lines_printed_now_and_then_and_epochs_told_by_a_series():
    steps = 20 * np.arange(200)
    saw = 1.0 + 1.5 * (steps % 800) / 800.0
    loss = Series.of("train/loss", steps, saw * np.exp(noise(1, 200, 0.05)))
    epoch = Series.of("epoch", steps, steps / 800.0)
    assert loud(examine("periodic-loss", run({"train/loss": loss, "epoch": epoch})))


def test_means_that_begin_anew_are_not_judged():
    saw = 1.0 + 0.8 * (np.arange(1000) % 100) / 100.0
    assert examine("periodic-loss", run({"train/loss": saw}, per="running", steps_per_epoch=100.0)) == []
