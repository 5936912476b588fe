import numpy as np
import pytest

from traindx.signals.turning import course_noise, least_rise, turn


def test_a_curve_that_rises_from_its_lowest_point_has_turned() -> None:
    values = [2.0, 1.4, 1.0, 0.8, 0.7, 0.75, 0.85, 1.0, 1.1, 1.3, 1.4, 1.5]
    found = turn(values, floor=0.07)
    assert found is not None
    assert 3 <= found.best <= 5
    assert found.low == pytest.approx(0.75, abs=0.06)
    assert found.end == pytest.approx(1.4, abs=0.01)
    assert found.best < found.known < 11


@pytest.mark.parametrize("seed", range(40))
def test_noise_about_a_level_is_no_turn(seed: int) -> None:
    noise = np.random.default_rng(seed).normal(0.0, 0.05, 60)
    assert turn(1.0 + noise, floor=0.03) is None


def test_one_bad_value_at_the_end_is_no_turn() -> None:
    assert turn([2.0, 1.5, 1.2, 1.0, 0.9, 0.85, 0.8, 0.78, 0.77, 0.76, 3.0], floor=0.07) is None


def test_what_was_known_at_a_prefix_is_known_there() -> None:
    values = np.concatenate((np.linspace(2, 1, 15), np.linspace(1, 2, 15)))
    found = turn(values, floor=0.1)
    assert found is not None
    assert turn(values[: found.known + 1], floor=0.1) is not None
    assert turn(values[: found.known], floor=0.1) is None


def test_one_dip_in_ten_does_not_undo_a_rise() -> None:
    noise = np.random.default_rng(3).normal(0.0, 0.02, 40)
    values = np.where(np.arange(40) < 10, 0.6 - 0.04 * np.arange(40), 0.26) * np.exp(noise)
    values[9:12] = 0.2
    values[33] = 0.21
    assert turn(values, floor=0.02) is not None
    values[[23, 26, 28, 30, 36]] = 0.2
    assert turn(values, floor=0.02) is None


@pytest.mark.parametrize("seed", range(40))
def test_noise_that_calms_down_is_no_turn(seed: int) -> None:
    size = np.where(np.arange(140) < 50, 0.1, 0.005)
    course = 0.25 + 0.4 * np.exp(-np.arange(140) / 12)
    values = course * np.exp(size * np.random.default_rng(seed).normal(size=140))
    assert turn(values, floor=least_rise(values, 0.1)) is None


def test_a_long_curve_is_judged_by_blocks() -> None:
    place = np.arange(4000) / 4000
    values = 1.0 + 2.0 * (place - 0.4) ** 2 + np.random.default_rng(1).normal(0, 0.05, 4000)
    found = turn(values, floor=0.05)
    assert found is not None
    assert 1200 < found.best < 2000


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0, 3.0], [np.nan] * 9, [1.0] * 30])
def test_nothing_to_see(values: list[float]) -> None:
    assert turn(values, floor=0.0 if len(values) < 30 else 1e-9) is None


def test_noise_of_a_parabola_is_its_bend_only() -> None:
    noise = np.random.default_rng(0).normal(0.0, 1.0, 3000)
    assert course_noise(noise + 0.001 * np.arange(3000) ** 2) == pytest.approx(1.0, rel=0.06)


def test_the_least_rise_is_a_share_of_the_lowest_and_of_what_was_won() -> None:
    assert least_rise([2.0, 1.0, 1.2], 0.1) == pytest.approx(0.1)
    assert least_rise([2.0, 1.0, 1.2], 0.01) == pytest.approx(0.05)
    assert least_rise([100.0, 1.0, 1.2], 0.1) == pytest.approx(0.5)
    assert least_rise([-1.0, -4.0], 0.1) == pytest.approx(0.4)
    assert least_rise([np.nan], 0.1) == 0.0


def test_few_values_that_rise_in_their_order() -> None:
    values = [0.105, 0.113, 0.146, 0.169, 0.122, 0.173, 0.154, 0.179, 0.226]
    found = turn(values, floor=0.0105)
    assert found is not None
    assert found.best == 0
    assert turn(values[:1] + values[:0:-1], floor=0.0105) is None
    assert turn(values, floor=0.05) is None


def test_few_values_of_noise_do_not() -> None:
    curves = [0.25 * np.exp(np.random.default_rng(seed).normal(0.0, 0.2, 12)) for seed in range(200)]
    assert sum(turn(curve, floor=least_rise(curve, 0.1)) is not None for curve in curves) <= 8
