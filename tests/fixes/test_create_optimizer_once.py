"""Build the optimizer once."""

import pytest

from traindx.fixes.create_optimizer_once import create_optimizer_once


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "torch.optim.AdamW"),
        ({"framework": "keras"}, "one call"),
    ],
)
def test_its_example(run, given, words):
    assert words in create_optimizer_once(run(**given)).example
