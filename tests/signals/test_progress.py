import numpy as np
import pytest

from traindx.signals.progress import has_fallen

RANDOM = np.random.default_rng(1)


@pytest.mark.parametrize("values", [np.linspace(2.3, 0.4, 50), [2.3, 1.0], 2.3 - 0.3 * (np.arange(60) > 20)])
def test_comes_down(values):
    assert has_fallen(values)


@pytest.mark.parametrize("values", [[], [2.3], [2.3, 2.3], np.full(50, 2.3), np.linspace(0.4, 2.3, 50), [np.nan] * 9,
                                    2.3 + RANDOM.normal(0, 0.02, 60), np.linspace(2.3, 2.29, 50)])  # fmt: skip
def test_stands(values):
    assert not has_fallen(values)
