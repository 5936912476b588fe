from __future__ import annotations

import numpy as np
import pytest

from traindx.schema import Unseen
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("curve", [*HEALTHY.values(), *(one for curves in SICK.values() for one in curves.values())])
def test_a_seed_gives_the_same_curve_again_and_another_seed_another(curve):
    assert curve(3) == curve(3)
    assert curve(3) != curve(4)


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_curves_are_finite(name):
    assert all(np.isfinite(one.values).all() for one in HEALTHY[name](0).series.values())


def test_a_run_keeps_settings_and_places_apart():
    made = run({"train/loss": [2.0, 1.0], "val/loss": [2.0]}, every=10, start=5, classes=10, steps_per_epoch=4.0)
    assert made.settings == {"classes": 10}
    assert made.steps_per_epoch == 4.0
    assert made.series["train/loss"].steps.tolist() == [5, 15]
    assert made.series["val/loss"].per == "evaluation"


def test_examine_answers_with_findings_with_none_or_with_what_is_missing():
    assert [one.id for one in examine("nan-loss", run({"train/loss": [1.0, float("nan")]}))] == ["nan-loss"]
    assert examine("nan-loss", run({"train/loss": [1.0, 1.0]})) == []
    assert isinstance(examine("nan-loss", run({"val/loss": [1.0]})), Unseen)


def test_a_detector_that_failed_is_not_silent():
    with pytest.raises(AssertionError, match="nan-loss failed"):
        loud(Unseen("nan-loss", [], "failed: ValueError: no"))


def test_noise_has_the_spread_and_the_memory_it_was_asked_for():
    made = noise(1, 20_000, 0.5, r=0.8)
    assert made.std() == pytest.approx(0.5, rel=0.1)
    assert np.corrcoef(made[1:], made[:-1])[0, 1] == pytest.approx(0.8, abs=0.03)
