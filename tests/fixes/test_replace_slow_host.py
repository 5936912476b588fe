"""Move the slow rank to another machine."""

import pytest

from traindx.fixes.replace_slow_host import replace_slow_host


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "torchrun"),
    ],
)
def test_its_example(run, given, words):
    assert words in replace_slow_host(run(**given)).example
