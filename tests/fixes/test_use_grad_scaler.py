"""Scale the loss in float16."""

import pytest

from traindx.fixes.use_grad_scaler import use_grad_scaler


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"precision": "16-mixed"}, None, None),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = use_grad_scaler(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "GradScaler"),
        ({"framework": "keras"}, "LossScaleOptimizer"),
    ],
)
def test_its_example(run, given, words):
    assert words in use_grad_scaler(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"precision": "bf16"},
        {"precision": "fp32"},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert use_grad_scaler(run(**given)) is None
