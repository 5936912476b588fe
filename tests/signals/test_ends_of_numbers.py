import math

import numpy as np
import pytest

from traindx.signals.ends_of_numbers import EXPONENTIAL, LOGARITHM, cut_off


def test_they_are_the_ends() -> None:
    assert pytest.approx(-math.log(float(np.finfo(np.float32).tiny))) == LOGARITHM
    assert math.log(EXPONENTIAL) == pytest.approx(100.0)


@pytest.mark.parametrize(
    "value", [87.3365, 87.336548, 87.33654475, 2.688117e43, 26881171418161356094253400435962903554686976.0]
)
def test_as_logs_print_them(value: float) -> None:
    assert cut_off([value]).all()


@pytest.mark.parametrize("value", [87.3, 87.337, 87.3363, -87.3365, 2.69e43, 0.0, 1e300, math.inf, math.nan])
def test_other_numbers(value: float) -> None:
    assert not cut_off([value]).any()
