"""Validate in evaluation mode."""

import pytest

from traindx.fixes.eval_mode import eval_mode


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "model.eval()"),
    ],
)
def test_its_example(run, given, words):
    assert words in eval_mode(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"framework": "keras"},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert eval_mode(run(**given)) is None
