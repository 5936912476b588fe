from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY


@pytest.mark.parametrize("name", HEALTHY)
@pytest.mark.parametrize("seed", [0, 7])
def test_healthy_curves_are_finite(name, seed):
    assert all(np.isfinite(one.values).all() for one in HEALTHY[name](seed).series.values())


def test_losses_of_many_sizes_and_lengths_are_among_them():
    losses = [one for curve in HEALTHY.values() for key, one in curve(1).series.items() if key == "train/loss"]
    assert min(len(one) for one in losses) < 60
    assert max(len(one) for one in losses) >= 1500
    assert max(float(one.values.max()) for one in losses) > 1e5
    assert min(float(one.values.min()) for one in losses) < 0
    assert {one.per for one in losses} >= {"step", "window", "epoch", "running"}
