import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import examine, loud, noise, run

NORM = 1.2 * np.exp(noise(0, 400, 0.3))


def holed(*places: int, by: float = np.inf) -> np.ndarray:
    norm = NORM.copy()
    norm[list(places)] = by
    return norm


@pytest.mark.parametrize(
    "norm",
    [NORM, holed(0), holed(0, 1, 2, 3, 6), holed(*range(14)), holed(200), holed(90, 290), np.zeros(50)],
    ids=["finite", "first", "search", "long search", "one", "two of 400", "zero"],
)
def test_the_search_for_a_loss_scale_alarms_nobody(norm: np.ndarray) -> None:
    assert loud(examine("nan-gradient", run({"grad/norm": norm}))) == []


@pytest.mark.parametrize("points", [2, 3, 40])
def test_from_the_start(points: int) -> None:
    (found,) = loud(examine("nan-gradient", run({"grad/norm": np.full(points, np.nan)})))
    assert (found.kind, found.severity, found.first_step) == ("from-the-start", "error", 0)


@pytest.mark.parametrize("by", [np.nan, np.inf])
def test_later_and_for_good(by: float) -> None:
    norm = holed(*range(250, 400), by=by)
    made = run({"grad/norm": norm}, every=10)
    (found,) = loud(examine("nan-gradient", made))
    assert (found.kind, found.severity, found.first_step, found.open) == ("later", "error", 2500, True)
    assert found.known_step == 2510
    for step in (found.known_step, 3000):
        assert [one.first_step for one in loud(examine("nan-gradient", made.until(step)))] == [2500]


def test_again_and_again_is_a_warning() -> None:
    (found,) = loud(examine("nan-gradient", run({"grad/norm": holed(*range(100, 400, 12))})))
    assert (found.kind, found.severity) == ("passing", "warning")


def test_a_layer_that_some_loops_log_without_a_number() -> None:
    made = run({"grad/norm/frozen": np.full(40, np.nan), "grad/norm/head": NORM[:40]})
    (found,) = examine("nan-gradient", made)
    assert (found.severity, found.layer) == ("info", "frozen")


def test_the_layer_in_which_it_begins() -> None:
    layers = {"grad/norm/a": holed(*range(300, 400)), "grad/norm/b": holed(*range(290, 400)), "grad/norm/c": NORM}
    found = loud(examine("nan-gradient", run(layers)))
    assert [(one.layer, one.first_step) for one in found] == [("b", 290), ("a", 300)]


def test_a_log_that_begins_in_the_middle_does_not_know_the_start():
    loss = Series.of("train/loss", range(400, 420), [2.0] * 20)
    made = run({"train/loss": loss, "grad/norm": Series.of("grad/norm", [420], [float("nan")])})
    (one,) = examine("nan-gradient", made)
    assert (one.severity, one.kind) == ("error", "later")
