"""Validate on several splits."""

import pytest

from traindx.fixes.cross_validate import cross_validate


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({}, None, 5),
        ({"samples": 800}, None, 5),
    ],
)
def test_from_and_to(run, given, before, after):
    change = cross_validate(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "KFold(5"),
    ],
)
def test_its_example(run, given, words):
    assert words in cross_validate(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"samples": 1000000},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert cross_validate(run(**given)) is None
