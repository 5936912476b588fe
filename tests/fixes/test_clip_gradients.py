"""Clip the norm of the gradient."""

import pytest

from traindx.fixes.clip_gradients import clip_gradients


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"norm": [1.0, 1.1, 0.9, 50.0, float("nan")]}, None, 2.0),
        ({"norm": [0.2] * 5, "clip": 10}, 10.0, 0.4),
        ({}, None, 1.0),
    ],
)
def test_from_and_to(run, given, before, after):
    change = clip_gradients(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "max_norm=1"),
        ({"framework": "keras"}, "global_clipnorm=1"),
    ],
)
def test_its_example(run, given, words):
    assert words in clip_gradients(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"norm": [1.0] * 5, "clip": 1.0},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert clip_gradients(run(**given)) is None
