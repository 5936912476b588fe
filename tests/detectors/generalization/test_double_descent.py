import numpy as np
import pytest

from traindx.schema import Run
from traindx.testing import descent, examine, noise, run


def curve(seed: int, points: int = 60, *, hump: float = 0.8, after: float = -0.15) -> Run:
    place = np.arange(points) / points
    val = 0.9 + 1.2 * np.exp(-place / 0.05) + hump * np.exp(-0.5 * ((place - 0.45) / 0.12) ** 2)
    val = val + after * np.clip(place - 0.5, 0, None) / 0.5
    train = descent(points, 2.0, 0.02, power=1.2, scale=0.1)
    return run({"train/loss": train, "val/loss": val * np.exp(noise(seed, points, 0.01))}, per="epoch")


@pytest.mark.parametrize("seed", range(8))
def test_a_hump_that_is_left_behind(seed: int) -> None:
    answer = examine("double-descent", curve(seed))
    assert isinstance(answer, list)
    (found,) = answer
    assert found.severity == "info"
    assert 20 <= found.evidence["peak_step"] <= 34
    assert found.evidence["first_minimum"] < 0.7 * found.evidence["peak"]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("hump", "after"), [(0.0, 0.0), (0.05, 0.0), (0.8, 0.8)])
def test_no_hump_a_small_one_or_one_that_stays(seed: int, hump: float, after: float) -> None:
    assert examine("double-descent", curve(seed, hump=hump, after=after)) == []


@pytest.mark.parametrize("seed", range(20))
def test_noise_is_no_hump(seed: int) -> None:
    val = (0.6 + 1.4 * np.exp(-np.arange(40) / 3.0)) * np.exp(noise(seed, 40, 0.12))
    assert examine("double-descent", run({"val/loss": val}, per="epoch")) == []


def test_one_bad_evaluation_is_no_hump() -> None:
    val = np.asarray(descent(30, 2.0, 0.4, scale=0.1))
    val[14] = 5.0
    assert examine("double-descent", run({"val/loss": val}, per="epoch")) == []
