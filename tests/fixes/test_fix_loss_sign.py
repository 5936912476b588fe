"""Turn the sign of the loss."""

import pytest

from traindx.fixes.fix_loss_sign import fix_loss_sign


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "nll_loss"),
        ({"framework": "keras"}, "SparseCategoricalCrossentropy"),
    ],
)
def test_its_example(run, given, words):
    assert words in fix_loss_sign(run(**given)).example
