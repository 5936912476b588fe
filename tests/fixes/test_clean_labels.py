"""Look at the labels that the model doubts."""

import pytest

from traindx.fixes.clean_labels import clean_labels


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "argsort"),
        ({"framework": "keras"}, "argsort"),
    ],
)
def test_its_example(run, given, words):
    assert words in clean_labels(run(**given)).example
