"""Compute the metric from single samples."""

import pytest

from traindx.fixes.recompute_metric import recompute_metric


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "argmax(dim=-1)"),
        ({"framework": "keras"}, "argmax(axis=-1)"),
    ],
)
def test_its_example(run, given, words):
    assert words in recompute_metric(run(**given)).example
