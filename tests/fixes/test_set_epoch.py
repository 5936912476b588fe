"""Shuffle anew in every epoch."""

import pytest

from traindx.fixes.set_epoch import set_epoch


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "set_epoch"),
    ],
)
def test_its_example(run, given, words):
    assert words in set_epoch(run(**given)).example


@pytest.mark.parametrize("given", [{"framework": "keras"}])
def test_where_it_does_not_apply(run, given):
    assert set_epoch(run(**given)) is None
