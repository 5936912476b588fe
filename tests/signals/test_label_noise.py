import numpy as np
import pytest

from traindx.signals.classifying import standardized, told
from traindx.signals.label_noise import confident_joint, label_noise, suspects

ROWS = 1000


def apart(seed: int, distance: float, classes: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Round heaps at a distance from each other; at 1 they overlap everywhere."""
    draw = np.random.default_rng(seed)
    labels = draw.integers(0, classes, ROWS)
    return draw.normal(size=(ROWS, 4)) + distance * np.eye(4)[labels], labels


def flipped(labels: np.ndarray, share: float, seed: int) -> np.ndarray:
    draw = np.random.default_rng((seed, 1))
    hit, classes = draw.random(len(labels)) < share, labels.max() + 1
    return np.where(hit, (labels + draw.integers(1, classes, len(labels))) % classes, labels)


@pytest.mark.parametrize("share", [0.0, 0.05, 0.1, 0.2, 0.4])
def test_heaps_that_lie_apart(share: float) -> None:
    x, labels = apart(3, 5.0)
    noisy = flipped(labels, share, 3)
    answer = label_noise(told(standardized(x), noisy).probabilities, noisy)
    assert answer.share == pytest.approx((noisy != labels).mean(), abs=0.05)
    assert answer.low - 0.01 <= answer.share <= answer.high + 0.01


@pytest.mark.parametrize("share", [0.0, 0.1, 0.2])
def test_heaps_that_overlap_are_not_answered(share: float) -> None:
    x, labels = apart(4, 1.2)
    noisy = flipped(labels, share, 4)
    answer = label_noise(told(standardized(x), noisy).probabilities, noisy)
    assert answer.share is None
    assert answer.reason


def test_drawn_labels_are_not_answered() -> None:
    draw = np.random.default_rng(5)
    labels = draw.integers(0, 2, ROWS)
    assert label_noise(told(draw.normal(size=(ROWS, 5)), labels).probabilities, labels).share is None


def test_a_rare_class_that_nothing_tells_is_no_noise() -> None:
    draw = np.random.default_rng(6)
    labels = (draw.random(ROWS) < 0.06).astype(int)
    answer = label_noise(told(draw.normal(size=(ROWS, 5)), labels).probabilities, labels)
    assert answer.share is None


def test_few_rows_are_not_answered() -> None:
    answer = label_noise(np.full((50, 2), 0.5), np.zeros(50, dtype=int))
    assert answer.share is None
    assert answer.reason == "50 rows are too few, 200 are needed"


def test_the_joint_names_the_pair_and_the_suspects_are_the_wrong_ones() -> None:
    x, labels = apart(7, 5.0)
    noisy = labels.copy()
    hit = np.flatnonzero(labels == 2)[:40]
    noisy[hit] = 1
    chances = told(standardized(x), noisy).probabilities
    joint = confident_joint(chances, noisy)
    assert joint[1, 2] >= 30
    assert joint.sum() - np.trace(joint) - joint[1, 2] < 10
    assert len(set(suspects(chances, noisy)[:30].tolist()) & set(hit.tolist())) >= 28
