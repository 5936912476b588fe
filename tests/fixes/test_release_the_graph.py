"""Keep numbers, not tensors with their graph."""

import pytest

from traindx.fixes.release_the_graph import release_the_graph


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "loss.item()"),
        ({"framework": "keras"}, "float(loss)"),
    ],
)
def test_its_example(run, given, words):
    assert words in release_the_graph(run(**given)).example
