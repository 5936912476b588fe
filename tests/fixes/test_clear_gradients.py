"""Clear the gradients before every backward pass."""

import pytest

from traindx.fixes.clear_gradients import clear_gradients


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "zero_grad"),
    ],
)
def test_its_example(run, given, words):
    assert words in clear_gradients(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"framework": "keras"},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert clear_gradients(run(**given)) is None
