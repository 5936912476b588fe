"""Load the optimizer when resuming."""

import pytest

from traindx.fixes.restore_optimizer_state import restore_optimizer_state


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "optimizer.load_state_dict"),
        ({"framework": "keras"}, "load_model"),
    ],
)
def test_its_example(run, given, words):
    assert words in restore_optimizer_state(run(**given)).example
