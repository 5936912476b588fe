import numpy as np
import pytest

from traindx.signals.pace import as_share, block_medians, durations


def test_so_many_a_second():
    assert durations([2.0, 4.0], a_second=True).tolist() == [0.5, 0.25]
    assert durations([2.0, 4.0], a_second=False).tolist() == [2.0, 4.0]


@pytest.mark.parametrize("value", [0.0, -1.0, np.nan, np.inf, 5e-324])
def test_what_is_no_time(value):
    assert np.isnan(durations([value], a_second=True)).all()


def test_a_pause_is_not_in_the_median():
    values = np.ones(100)
    values[::10] = 50.0
    assert block_medians(values, 5).tolist() == [1.0] * 5
    assert block_medians([], 5).size == 0
    assert block_medians([3.0, 4.0], 5).tolist() == [3.0, 4.0]


@pytest.mark.parametrize("values", [[0.2, 0.9], [20.0, 90.0]])
def test_percent_is_a_share(values):
    assert as_share(values) == pytest.approx([0.2, 0.9])
