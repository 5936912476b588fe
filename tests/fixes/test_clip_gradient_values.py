"""Clip every entry of the gradient."""

import pytest

from traindx.fixes.clip_gradient_values import clip_gradient_values


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({}, None, 0.5),
        ({"framework": "keras"}, None, 0.5),
    ],
)
def test_from_and_to(run, given, before, after):
    change = clip_gradient_values(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "clip_grad_value_"),
        ({"framework": "keras"}, "clipvalue=0.5"),
    ],
)
def test_its_example(run, given, words):
    assert words in clip_gradient_values(run(**given)).example
