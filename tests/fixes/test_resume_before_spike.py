"""Resume from before the jump."""

import pytest

from traindx.fixes.resume_before_spike import resume_before_spike


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"loss": [1.0] * 30 + [9.0] + [5.0] * 5}, 36, 30),
        ({"loss": [1.0] * 25 + [float("nan")] * 3, "every": 2}, 56, 50),
    ],
)
def test_from_and_to(run, given, before, after):
    change = resume_before_spike(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"loss": [1.0] * 30 + [9.0]}, "itertools.islice"),
    ],
)
def test_its_example(run, given, words):
    assert words in resume_before_spike(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"loss": [1.0] * 60},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert resume_before_spike(run(**given)) is None
