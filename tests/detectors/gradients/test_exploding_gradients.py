import numpy as np
import pytest

from traindx.schema import Run
from traindx.testing import descent, examine, loud, noise, run

POINTS = 300
PLACE = np.arange(POINTS)
LOSS = descent(POINTS, 2.3, 0.4) * np.exp(noise(1, POINTS, 0.05))
SCATTER = np.exp(noise(2, POINTS, 0.3))


def seen(norm: np.ndarray, loss: np.ndarray = LOSS) -> Run:
    return run({"grad/norm": norm, "train/loss": loss})


@pytest.mark.parametrize(
    "norm",
    [
        SCATTER,
        25.0 * SCATTER,
        0.5 * np.exp(PLACE / 130.0) * SCATTER,
        0.05 * np.exp(PLACE / 75.0) * SCATTER,
        3e4 * np.exp(-PLACE / 20.0) * SCATTER + 1.0,
        np.where(PLACE == 150, 1e3, SCATTER),
        np.minimum(PLACE / 30.0, 1.0) * SCATTER,
    ],
    ids=["ordinary", "of a transformer", "tenfold", "while memorising", "large at first", "one spike", "zero head"],
)
def test_norms_of_runs_that_learn(norm: np.ndarray) -> None:
    assert loud(examine("exploding-gradients", seen(norm))) == []


def test_a_noisy_loss_with_an_ordinary_norm() -> None:
    for seed in range(5):
        loss = LOSS * np.exp(noise(seed, POINTS, 0.6))
        assert loud(examine("exploding-gradients", seen(SCATTER * np.linspace(1, 8, POINTS), loss))) == []


@pytest.mark.parametrize("seed", range(5))
def test_growing_with_the_loss(seed: int) -> None:
    growth = np.exp(np.clip(PLACE - 100, 0, None) / 20.0)
    made = seen(np.exp(noise(seed, POINTS, 0.3)) * growth, LOSS * growth**0.5)
    (found,) = loud(examine("exploding-gradients", made))
    assert (found.kind, found.severity) == ("growing", "error")
    assert 150 < found.first_step < 200
    assert found.known_step == found.first_step
    for step in (found.known_step, 250, 299):
        assert [one.first_step for one in loud(examine("exploding-gradients", made.until(step)))] == [found.first_step]


def test_leapt_and_stays() -> None:
    after = PLACE >= 150
    (found,) = loud(examine("exploding-gradients", seen(np.where(after, 500.0, 1.0) * SCATTER, LOSS + 3.0 * after)))
    assert found.kind == "high"
    assert found.first_step == pytest.approx(154, abs=4)


def test_huge_from_the_start_and_nothing_learned() -> None:
    (found,) = loud(examine("exploding-gradients", seen(5e4 * SCATTER, 7.0 * np.exp(noise(3, POINTS, 0.1)))))
    assert (found.kind, found.severity) == ("high", "warning")


def test_a_log_of_a_dozen_lines() -> None:
    norm = np.array([2, 2.2, 1.9, 3, 9, 40, 160, 700, 2e3, 9e3])
    loss = np.array([2.3, 2.1, 2.0, 2.0, 2.2, 2.9, 4, 8, 20, 70])
    (found,) = loud(examine("exploding-gradients", run({"grad/norm": norm, "train/loss": loss}, every=100)))
    assert found.evidence["early"] == 2.2


def test_an_explosion_within_the_first_points() -> None:
    norm = np.concatenate(([0.4, 9.0, 30.0, 44.0], 60.0 * SCATTER[:60]))
    loss = np.concatenate(([2.3, 3.0, 7.0, 20.0], 300.0 * SCATTER[60:120]))
    assert loud(examine("exploding-gradients", run({"grad/norm": norm, "train/loss": loss})))


def test_the_layer_that_grows() -> None:
    growth = np.exp(np.clip(PLACE - 100, 0, None) / 20.0)
    made = run({"grad/norm/a": SCATTER, "grad/norm/b": SCATTER * growth, "train/loss": LOSS * growth**0.5})
    (found,) = loud(examine("exploding-gradients", made))
    assert (found.layer, found.kind) == ("b", "growing")
