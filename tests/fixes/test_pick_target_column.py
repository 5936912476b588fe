"""Read the right column as the target."""

import pytest

from traindx.fixes.pick_target_column import pick_target_column


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "bincount"),
        ({"framework": "keras"}, "numpy.unique"),
    ],
)
def test_its_example(run, given, words):
    assert words in pick_target_column(run(**given)).example
