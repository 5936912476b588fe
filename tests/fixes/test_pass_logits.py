"""Hand logits to the loss."""

import pytest

from traindx.fixes.pass_logits import pass_logits


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "no softmax"),
        ({"framework": "keras"}, "from_logits=True"),
    ],
)
def test_its_example(run, given, words):
    assert words in pass_logits(run(**given)).example
