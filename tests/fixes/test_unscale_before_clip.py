"""Divide the loss scale out before clipping."""

import pytest

from traindx.fixes.unscale_before_clip import unscale_before_clip


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "unscale_"),
        ({"framework": "keras"}, "LossScaleOptimizer"),
    ],
)
def test_its_example(run, given, words):
    assert words in unscale_before_clip(run(**given)).example


@pytest.mark.parametrize("given", [{"precision": "bf16"}])
def test_where_it_does_not_apply(run, given):
    assert unscale_before_clip(run(**given)) is None
