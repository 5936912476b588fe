from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK
from traindx.testing.making import cosine, descent, falling, healthy, noise, run, sick, vary


def test_a_run_keeps_settings_and_places_apart():
    made = run({"train/loss": [2.0, 1.0], "val/loss": [2.0]}, every=10, start=5, classes=10, steps_per_epoch=4.0)
    assert made.settings == {"classes": 10}
    assert made.steps_per_epoch == 4.0
    assert made.series["train/loss"].steps.tolist() == [5, 15]
    assert made.series["val/loss"].per == "evaluation"


def test_noise_has_the_spread_and_the_memory_it_was_asked_for():
    made = noise(1, 20_000, 0.5, r=0.8)
    assert made.std() == pytest.approx(0.5, rel=0.1)
    assert np.corrcoef(made[1:], made[:-1])[0, 1] == pytest.approx(0.8, abs=0.03)


def test_noise_of_no_points_is_empty():
    assert noise(1, 0, 0.5, r=0.8).size == 0


def test_a_descent_comes_down_from_its_start_towards_its_floor():
    made = descent(500, 3.0, 1.0)
    assert made[0] == 3.0
    assert (np.diff(made) < 0).all()
    assert 1.0 < made[-1] < 1.5
    assert falling(1, 500)[0] == pytest.approx(2.303, rel=0.2)


@pytest.mark.parametrize("warmup", [0.0, 0.1])
def test_a_cosine_warms_up_and_ends_at_its_last_value(warmup):
    made = cosine(200, peak=1e-2, warmup=warmup, last=1e-4)
    assert made.max() == pytest.approx(1e-2, rel=0.01)
    assert int(made.argmax()) == pytest.approx(warmup * 200, abs=2)
    assert made[-1] == pytest.approx(1e-4)


def test_shapes_are_drawn_by_seed_and_not_as_their_noise_is():
    assert vary(3).normal() == vary(3).normal()
    assert vary(3).normal() != np.random.default_rng(3).normal()


def test_a_curve_goes_to_the_collection_it_is_made_for():
    def mine(seed):
        return run({"train/loss": [float(seed)]})

    try:
        assert healthy(mine) is mine
        assert sick("plateau", "flat-loss")(mine) is mine
        assert HEALTHY["mine"] is SICK["plateau"]["mine"] is SICK["flat-loss"]["mine"] is mine
    finally:
        for collection in (HEALTHY, SICK["plateau"], SICK["flat-loss"]):
            collection.pop("mine", None)
