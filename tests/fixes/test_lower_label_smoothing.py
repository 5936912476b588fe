"""Smooth the labels less."""

import pytest

from traindx.fixes.lower_label_smoothing import lower_label_smoothing


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"label_smoothing": 0.4}, 0.4, 0.1),
        ({"label_smoothing": 0.1}, 0.1, 0.0),
    ],
)
def test_from_and_to(run, given, before, after):
    change = lower_label_smoothing(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "keras"}, "label_smoothing=0"),
        ({"framework": "torch"}, "label_smoothing=0"),
    ],
)
def test_its_example(run, given, words):
    assert words in lower_label_smoothing(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"label_smoothing": 0.0},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert lower_label_smoothing(run(**given)) is None
