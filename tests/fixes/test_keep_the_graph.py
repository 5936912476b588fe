"""Let the gradient reach every layer."""

import pytest

from traindx.fixes.keep_the_graph import keep_the_graph


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "detach"),
        ({"framework": "keras"}, "stop_gradient"),
    ],
)
def test_its_example(run, given, words):
    assert words in keep_the_graph(run(**given)).example
