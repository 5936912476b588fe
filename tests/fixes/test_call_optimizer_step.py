"""Take a step after every backward pass."""

import pytest

from traindx.fixes.call_optimizer_step import call_optimizer_step


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "optimizer.step()"),
    ],
)
def test_its_example(run, given, words):
    assert words in call_optimizer_step(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"framework": "keras"},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert call_optimizer_step(run(**given)) is None
