"""Keep the weights in float32."""

import pytest

from traindx.fixes.fp32_master_weights import fp32_master_weights


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "autocast"),
        ({"framework": "keras"}, "mixed_bfloat16"),
    ],
)
def test_its_example(run, given, words):
    assert words in fp32_master_weights(run(**given)).example


@pytest.mark.parametrize("given", [{"precision": "fp32"}])
def test_where_it_does_not_apply(run, given):
    assert fp32_master_weights(run(**given)) is None
