"""Hold out more samples."""

import pytest

from traindx.fixes.enlarge_validation_set import enlarge_validation_set


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({}, None, 2500),
        ({"samples": 1000}, None, 200),
    ],
)
def test_from_and_to(run, given, before, after):
    change = enlarge_validation_set(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "random_split"),
        ({"framework": "keras"}, "validation_data"),
    ],
)
def test_its_example(run, given, words):
    assert words in enlarge_validation_set(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"samples": 3},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert enlarge_validation_set(run(**given)) is None
