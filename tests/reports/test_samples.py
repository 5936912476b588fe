from __future__ import annotations

import numpy as np
import pytest

from traindx.reports.samples import chosen

numbers = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("x", "kind", "shape"),
    [
        (numbers.normal(size=(30, 3, 16, 20)), "images", (16, 20, 3)),
        (numbers.normal(size=(30, 16, 20, 3)), "images", (16, 20, 3)),
        (numbers.normal(size=(30, 1, 16, 16)), "images", (16, 16)),
        (numbers.integers(0, 255, (30, 28, 28)).astype("uint8"), "images", (28, 28)),
        (numbers.normal(size=(30, 700)), "numbers", (512,)),
        (numbers.normal(size=(30, 4, 3)), "numbers", (12,)),
        (numbers.integers(0, 99, (30, 40)), "tokens", (32,)),
    ],
)
def test_what_the_rows_are_is_seen_by_their_shape(x, kind: str, shape: tuple[int, ...]) -> None:
    shown = chosen({"x": x})
    assert shown is not None
    assert (shown.kind, np.shape(shown.rows[0]), shown.of, shown.sorted) == (kind, shape, 30, False)


def test_the_worst_losses_come_first_and_what_is_no_number_before_them() -> None:
    losses = np.array([0.5, 3.0, np.nan, 1.0])
    shown = chosen({"x": np.zeros((4, 2)), "y": np.array([7, 8, 9, 1]), "losses": losses})
    assert shown is not None
    assert shown.places == [2, 1, 3, 0]
    assert shown.words[:2] == ["row 2, label 9, loss not a number", "row 1, label 8, loss 3.00"]


@pytest.mark.parametrize(
    ("label", "said"),
    [
        (np.array([3]), "label 3"),
        (np.array([0.25]), "label 0.25"),
        (np.array([[0.0, 0.0, 1.0]]), "label 2"),
        (np.zeros((1, 40)), "row 0"),
    ],
)
def test_a_label_in_a_word(label, said: str) -> None:
    shown = chosen({"x": np.zeros((1, 2)), "y": label})
    assert shown is not None
    assert shown.words[0].endswith(said)


def test_one_bright_pixel_does_not_darken_all_images() -> None:
    images = numbers.uniform(size=(4, 20, 20))
    images[0, 0, 0], images[1, 0, 0] = 1e6, np.nan
    shown = chosen({"x": images})
    assert shown is not None
    assert all(0.4 < float(one.mean()) < 0.6 for one in shown.rows)


@pytest.mark.parametrize(
    "sample", [None, {}, {"x": np.zeros(4)}, {"x": np.zeros((0, 3))}, {"x": np.array([["a", "b"]])}]
)
def test_what_cannot_be_shown_is_not(sample) -> None:
    assert chosen(sample) is None
