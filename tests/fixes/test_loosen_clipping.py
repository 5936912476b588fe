"""Let longer gradients through."""

import pytest

from traindx.fixes.loosen_clipping import loosen_clipping


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"norm": [5.0, 6.0, 4.0], "clip": 0.1}, 0.1, 10.0),
        ({"norm": [0.5] * 4, "clip": "0.01"}, 0.01, 1.0),
    ],
)
def test_from_and_to(run, given, before, after):
    change = loosen_clipping(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "keras", "norm": [5.0], "clip": 0.1}, "global_clipnorm=10"),
    ],
)
def test_its_example(run, given, words):
    assert words in loosen_clipping(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"norm": [0.5] * 4, "clip": 1.0},
        {"clip": 1.0},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert loosen_clipping(run(**given)) is None
