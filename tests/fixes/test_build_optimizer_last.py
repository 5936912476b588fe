"""Build the optimizer after the model is finished."""

import pytest

from traindx.fixes.build_optimizer_last import build_optimizer_last


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "param_groups"),
    ],
)
def test_its_example(run, given, words):
    assert words in build_optimizer_last(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"framework": "keras"},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert build_optimizer_last(run(**given)) is None
