from __future__ import annotations

from traindx.decoding.single_metric import in_order

NAN = float("nan")


def test_the_clock_says_what_came_later() -> None:
    one, change = in_order("train/loss", [(2, 9, 4.0), (0, 1, 1.0), (1, 2, 2.0), (2, 3, 3.0), (1, 8, 3.5)])
    assert one.values.tolist() == [1, 8, 9]
    assert change == "points superseded by later ones"
    assert one.wall.tolist() == [1, 3.5, 4]


def test_values_of_one_moment_are_put_in_order_by_step() -> None:
    one, change = in_order("val/loss", [(2, 3, 1.0), (0, 1, 1.0), (1, 2, 1.0)])
    assert (one.values.tolist(), change, one.per) == ([1, 2, 3], None, "evaluation")


def test_without_a_time_the_order_of_the_file_stays() -> None:
    one, _ = in_order("lr", [(0, 1, NAN), (1, 2, 5.0), (2, 3, NAN), (1, 4, 1.0)])
    assert (one.values.tolist(), one.wall, one.per) == ([1, 4], None, "step")
