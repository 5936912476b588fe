from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


def answer(values, **more):
    return examine("diverging-loss", run({"train/loss": values}, **more))


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_curves_are_silent(name):
    assert [seed for seed in range(15) if loud(examine("diverging-loss", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", ["middle_of_a_log", "small_batches"])
def test_noise_without_a_course_is_silent(name):
    assert [seed for seed in range(60) if loud(examine("diverging-loss", HEALTHY[name](seed)))] == []


def test_a_climb_that_is_made_up_for_is_information():
    place = np.arange(700)
    loss = 0.4 + 1.5 * np.exp(-place / 50.0) + 3.0 * np.exp(-0.5 * ((place - 350) / 40.0) ** 2)
    assert [one.severity for one in answer(loss * np.exp(noise(1, 700, 0.05)))] == ["info"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("rises_above_its_start", "above-start"),
        ("rises_from_its_best", "from-best"),
        ("epochs_that_explode", "above-start"),
    ],
)
def test_sick_curves_are_found(name, kind):
    for seed in range(10):
        (one,) = examine("diverging-loss", SICK["diverging-loss"][name](seed))
        assert (one.severity, one.kind, one.open) == ("error", kind, True)


@pytest.mark.parametrize("values", [[21944.0, 319374.0], [7.37, 6.9, 7.1, 19.0, 34.0, 41.0, 47.0, 50.9]])
def test_few_points_are_enough_for_a_factor_of_ten(values):
    assert loud(answer(values, every=20))


def test_a_steady_rise_needs_no_factor():
    loss = 1.406 + 0.2 * np.arange(40) / 40 + noise(1, 40, 0.01)
    (one,) = answer(loss, every=10)
    assert (one.severity, one.first_step) == ("warning", 0)


def test_a_likelihood_that_climbs_out_of_the_negative_is_found():
    loss = np.concatenate((np.linspace(2.0, -2.0, 200), np.linspace(-2.0, 6.0, 200))) + noise(1, 400, 0.05)
    (one,) = answer(loss)
    assert one.kind == "from-best"


def test_a_loss_that_spent_its_time_far_above_its_start_is_a_warning_even_when_it_comes_back():
    loss = np.concatenate((np.geomspace(4.2, 150.0, 5), np.full(40, 120.0), np.geomspace(100.0, 3.4, 15)))
    assert [one.severity for one in answer(loss * np.exp(noise(1, 60, 0.2)), every=10)] == ["warning"]


def test_where_only_terms_or_validation_are_logged_they_are_judged():
    climbing = 1.0 * np.exp(np.arange(60) / 10.0)
    assert loud(examine("diverging-loss", run({"train/loss/box": climbing}, per="epoch", unit="epoch")))
    assert loud(examine("diverging-loss", run({"val/loss": climbing}, unit="epoch")))
    turning = 2.0 * np.exp(-np.arange(60) / 8.0) + 0.02 * np.arange(60)
    assert examine("diverging-loss", run({"val/loss": turning}, unit="epoch")) == []


def test_a_run_that_loses_early_what_it_had_and_never_gets_it_back():
    early = [2.35, 2.22, 1.19, 0.7, 0.82, 0.58, 0.96, 0.97, 0.78, 0.26]
    late = 1.85 * np.exp(noise(1, 85, 0.12))
    (one,) = answer([*early, *late], every=8)
    assert (one.severity, one.kind, one.open) == ("warning", "from-best", True)


def _agent(kept):
    """A value's error that grows twentyfold, and returns that rise and keep so much of it."""
    share = np.arange(300) / 300
    earned = 200.0 * np.clip(3.0 * share, 0.0, 1.0) * np.where(share > 0.6, kept, 1.0)
    value = 0.2 + 4.0 * share
    curves = {"train/loss": value * np.exp(noise(1, 300, 0.1)), "rollout/ep_rew_mean": earned + noise(2, 300, 8.0)}
    return examine("diverging-loss", run(curves))


def test_the_error_of_a_value_may_grow_with_the_returns():
    assert _agent(kept=1.0) == []


def test_a_climb_while_the_returns_fall_back_is_found():
    assert [one.severity for one in loud(_agent(kept=0.05))] == ["error"]


def test_a_loss_that_explodes_before_anything_is_earned_is_found():
    earned = -20.0 + noise(2, 300, 0.5)
    curves = {"train/loss": 0.02 * np.exp(np.arange(300) / 20.0), "train/metric/reward": earned}
    assert [one.severity for one in loud(examine("diverging-loss", run(curves)))] == ["error"]


def test_what_is_said_of_an_agent_stands_in_every_longer_prefix():
    share = np.arange(300) / 300
    curves = {
        "train/loss": (0.2 + 4.0 * share) * np.exp(noise(1, 300, 0.1)),
        "train/metric/reward": 200.0 * np.clip(3.0 * share, 0.0, 1.0) * np.where(share > 0.6, 0.1, 1.0),
    }
    (whole,) = examine("diverging-loss", run(curves))
    told = [examine("diverging-loss", run(curves).until(step)) for step in range(20, 300, 7)]
    assert [bool(one) for one in told] == [step >= whole.known_step for step in range(20, 300, 7)]
    assert {one[0].first_step for one in told if one} == {whole.first_step}


def test_neither_of_two_opponents_is_judged():
    curves = {"train/loss/d": 0.2 * np.exp(np.arange(200) / 60.0), "train/loss/g": 1.0 + noise(1, 200, 0.1)}
    assert loud(examine("diverging-loss", run(curves))) == []
