"""Number the classes of both sets alike."""

import pytest

from traindx.fixes.match_label_encoding import match_label_encoding


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "val_names"),
        ({"framework": "keras"}, "StringLookup"),
    ],
)
def test_its_example(run, given, words):
    assert words in match_label_encoding(run(**given)).example
