"""Hide what comes later."""

import pytest

from traindx.fixes.add_causal_mask import add_causal_mask


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "is_causal"),
        ({"framework": "keras"}, "use_causal_mask"),
    ],
)
def test_its_example(run, given, words):
    assert words in add_causal_mask(run(**given)).example
