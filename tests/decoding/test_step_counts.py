import numpy as np
import pytest

from traindx.decoding.event_log import Points
from traindx.decoding.step_counts import counts_otherwise, each_evaluated, last_of_each, steps_by_wall, straightened


def points(steps, wall=None):
    count = len(steps)
    return Points(
        np.array(steps, dtype="<i8"), np.arange(count) * 1.0, np.array(range(count) if wall is None else wall) * 1.0
    )


@pytest.mark.parametrize(
    ("steps", "straight", "order", "change"),
    [
        ([], [], [], False),
        ([5], [5], [0], False),
        ([1, 2, 5], [1, 2, 5], [0, 1, 2], False),
        ([1, 1, 2, 2], [1, 2], [1, 3], False),  # the last of several values stays
        ([0, 0, 0], [0, 1, 2], [0, 1, 2], True),
        ([0, 0], [0], [1], False),
        ([0, 1, 2, 3, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 4, 5, 6], True),  # resumed
        ([0, 1, 2, 0, 1], [0, 1], [3, 4], True),  # begun anew, once
        ([0, 1, 2, 0, 1, 2, 0], [0, 1, 2, 3, 4, 5, 6], range(7), True),  # batches of epochs
        ([0, 1, 4, 5, 3, 4, 2], [0, 1, 2], [0, 1, 6], True),  # resumed twice
        ([9, 8, 7, 6], [6], [3], True),
    ],
)
def test_steps_rise(steps, straight, order, change):
    found, said = straightened(points(steps))
    assert found.steps.tolist() == straight
    assert found.values.tolist() == list(order)
    assert (said is not None) == change


def test_every_random_order_rises_in_the_end():
    chance = np.random.default_rng(0)
    for _ in range(200):
        found, _ = straightened(points(chance.integers(-5, 9, size=chance.integers(0, 30))))
        assert bool((np.diff(found.steps) > 0).all())


def test_where_the_training_stood():
    training = points(range(0, 100, 10))
    assert steps_by_wall(points([0, 1, 2], wall=[-1.0, 4.5, 20.0]), training).tolist() == [0, 40, 90]


def test_a_count_of_something_else():
    training = points(range(100))
    assert counts_otherwise(points([0, 1, 2], wall=[20.5, 50.5, 99.5]), training)
    assert not counts_otherwise(points([0, 1], wall=[20.5, 50.5]), training)  # too few to tell
    assert not counts_otherwise(points([20, 50, 99], wall=[20.5, 50.5, 99.5]), training)
    assert not counts_otherwise(points([0, 1, 2], wall=[200, 201, 202]), training)  # written after it


def test_evaluated_at_every_count():
    assert each_evaluated(points(range(5)), points(range(4)))
    assert not each_evaluated(points(range(5)), points([0, 2, 4]))
    assert not each_evaluated(points(range(50)), points(range(5)))
    assert not each_evaluated(points(range(2)), points(range(2)))


def test_the_last_of_each_step():
    assert last_of_each(points([1, 1, 2, 3, 3])).values.tolist() == [1, 2, 4]
