"""Let the averaged weights follow."""

import pytest

from traindx.fixes.update_ema import update_ema


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "update_parameters"),
        ({"framework": "keras"}, "use_ema=True"),
    ],
)
def test_its_example(run, given, words):
    assert words in update_ema(run(**given)).example
