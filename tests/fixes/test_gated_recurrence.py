"""Use gates in the recurrence."""

import pytest

from traindx.fixes.gated_recurrence import gated_recurrence


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "torch.nn.GRU"),
        ({"framework": "keras"}, "keras.layers.GRU"),
    ],
)
def test_its_example(run, given, words):
    assert words in gated_recurrence(run(**given)).example
