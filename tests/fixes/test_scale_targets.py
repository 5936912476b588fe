"""Scale the targets of a regression."""

import pytest

from traindx.fixes.scale_targets import scale_targets


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "spread + mean"),
        ({"framework": "keras"}, "model.predict(x_val) * spread"),
    ],
)
def test_its_example(run, given, words):
    assert words in scale_targets(run(**given)).example
