"""Let all layers learn."""

import pytest

from traindx.fixes.unfreeze_parameters import unfreeze_parameters


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "requires_grad_(True)"),
        ({"framework": "keras"}, "trainable = True"),
    ],
)
def test_its_example(run, given, words):
    assert words in unfreeze_parameters(run(**given)).example
