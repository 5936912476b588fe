"""Use bfloat16 in place of float16."""

import pytest

from traindx.fixes.use_bf16 import use_bf16


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"precision": "fp16"}, "fp16", "bfloat16"),
        ({}, None, "bfloat16"),
    ],
)
def test_from_and_to(run, given, before, after):
    change = use_bf16(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "torch.bfloat16"),
        ({"framework": "keras"}, "mixed_bfloat16"),
    ],
)
def test_its_example(run, given, words):
    assert words in use_bf16(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"precision": "bf16-mixed"},
        {"precision": 32},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert use_bf16(run(**given)) is None
