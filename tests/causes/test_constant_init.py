"""All units of a layer begin alike: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:severe",),
        ("diverging-loss:above-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("constant-init", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("constant-init") < 0.02
