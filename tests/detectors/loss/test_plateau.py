from __future__ import annotations

import numpy as np
import pytest

from traindx.schema import Run, Series
from traindx.testing import HEALTHY, SICK, cosine, examine, loud, noise, run


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_curves_are_silent(name):
    assert [seed for seed in range(20) if loud(examine("plateau", HEALTHY[name](seed)))] == []


def test_a_run_that_converged_stands_too_and_is_information():
    (one,) = examine("plateau", HEALTHY["converged"](1))
    assert (one.severity, one.kind) == ("info", "rate-on")


def test_one_pass_over_the_data_is_not_in_vain():
    loss = (1.1 + 0.3 * np.exp(-np.arange(500) / 20.0)) * np.exp(noise(1, 500, 0.02))
    assert loud(examine("plateau", run({"train/loss": loss}, steps_per_epoch=500.0))) == []
    assert loud(examine("plateau", run({"train/loss": loss}, steps_per_epoch=50.0)))


def test_a_slow_fall_is_no_stand():
    loss = 2.3 - 0.4 * np.arange(40) / 40 + noise(1, 40, 0.01)
    assert examine("plateau", run({"train/loss": loss}, per="epoch", unit="epoch")) == []


def test_the_end_of_a_cosine_is_not_a_rate_that_is_gone():
    loss = (1.5 + 0.8 * np.exp(-np.arange(600) / 30.0)) * np.exp(noise(1, 600, 0.03))
    (one,) = examine("plateau", run({"train/loss": loss, "lr": cosine(600)}))
    assert (one.kind, one.severity) == ("rate-on", "info")


@pytest.mark.parametrize(
    ("name", "kind"), [("falls_a_little_and_stands", "rate-unknown"), ("rate_is_gone", "rate-gone")]
)
def test_sick_curves_are_found(name, kind):
    answers = [examine("plateau", SICK["plateau"][name](seed)) for seed in range(20)]
    # Noise passes for a trend now and then: the price of not calling a slow fall a stand.
    assert sum(bool(answer) for answer in answers) >= 18
    assert {(one.severity, one.kind) for answer in answers for one in answer} == {("warning", kind)}


def test_epochs_that_stand_with_the_rate_on():
    loss = (0.7 + 0.15 * np.exp(-np.arange(40) / 2.0)) * np.exp(noise(1, 40, 0.005))
    (one,) = examine("plateau", run({"train/loss": loss, "lr": np.full(40, 1e-3)}, per="epoch", unit="epoch"))
    assert (one.severity, one.kind) == ("warning", "rate-on")


@pytest.mark.parametrize(("val", "severity"), [(np.linspace(0.8, 0.6, 20), "info"), (np.full(20, 0.8), "warning")])
def test_validation_that_goes_on_improving_says_that_nothing_stands(val, severity):
    loss = (0.7 + 0.15 * np.exp(-np.arange(40) / 2.0)) * np.exp(noise(1, 40, 0.03))
    made = {"train/loss": loss, "val/loss": Series.of("val/loss", np.arange(20) * 2, val, per="evaluation")}
    (one,) = examine("plateau", run(made, per="epoch", unit="epoch"))
    assert one.severity == severity


def test_a_straight_fall_over_few_epochs_is_no_stand():
    fall = 3.4 - 0.25 * np.arange(16) / 15
    made = [run({"train/loss": fall * np.exp(noise(seed, 16, 0.015))}, per="epoch", unit="epoch") for seed in range(40)]
    # In one of ten the noise itself bends the line.
    assert sum(bool(loud(examine("plateau", one))) for one in made) <= 4


def test_what_lay_above_guessing_is_no_learning():
    loss = (2.2 + 7.0 * np.exp(-np.arange(40) / 0.5)) * np.exp(noise(1, 40, 0.005))
    made = {"train/loss": loss}
    assert loud(examine("plateau", run(made, per="epoch", unit="epoch"))) == []
    assert loud(examine("plateau", run(made, per="epoch", unit="epoch", classes=10)))


def blown(seed: int, *, val_end: float) -> Run:
    """A first epoch that begins with an explosion, and then the same level to the end."""
    noise = np.random.default_rng(seed).normal(0.0, 0.003, 40)
    train = 1.09 * np.exp(noise)
    train[0] = 16_000.0
    val = np.linspace(1.086, val_end, 40) * np.exp(noise[::-1])
    steps = range(1, 41)
    series = {
        "train/loss": Series.of("train/loss", steps, train, per="epoch"),
        "val/loss": Series.of("val/loss", steps, val, per="evaluation"),
    }
    return Run("x", "x", "testing", unit="epoch", series=series)


@pytest.mark.parametrize("seed", range(3))
def test_a_blow_at_the_first_point_is_no_descent(seed: int) -> None:
    found = examine("plateau", blown(seed, val_end=1.078))
    assert [one.severity for one in found] == ["warning"]
    learned = examine("plateau", blown(seed, val_end=0.6))
    assert [one.severity for one in learned] in ([], ["info"])


def test_a_stand_above_what_the_loss_had_reached_is_no_end_of_a_descent():
    place = np.arange(40)
    first = 1.6 + 1.9 * np.exp(-place / 4.0)
    second = 2.4 + 0.4 * np.exp(-(place - 20.0) / 2.0)
    loss = np.where(place < 20, first, second) * np.exp(noise(1, 40, 0.003))
    assert examine("plateau", run({"train/loss": loss}, per="epoch", unit="epoch")) == []
    assert examine("plateau", run({"train/loss": np.where(place < 20, first, 1.61)}, per="epoch", unit="epoch"))
