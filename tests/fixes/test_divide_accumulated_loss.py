"""Divide by what was accumulated."""

import pytest

from traindx.fixes.divide_accumulated_loss import divide_accumulated_loss


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "/ accumulation"),
    ],
)
def test_its_example(run, given, words):
    assert words in divide_accumulated_loss(run(**given)).example


@pytest.mark.parametrize("given", [{"framework": "keras"}])
def test_where_it_does_not_apply(run, given):
    assert divide_accumulated_loss(run(**given)) is None
