import numpy as np
import pytest

from traindx.schema import Run
from traindx.testing import HEALTHY, descent, examine, loud, noise, run

POINTS = 200
PLACE = np.arange(POINTS)
SCATTER = np.exp(noise(2, POINTS, 0.3))
FLAT = 2.303 + noise(1, POINTS, 0.02)
LEARNED = descent(POINTS, 2.3, 0.01, power=1.5) * np.exp(noise(3, POINTS, 0.05))


def seen(norm: np.ndarray, loss: np.ndarray) -> Run:
    return run({"grad/norm": norm, "train/loss": loss})


@pytest.mark.parametrize(
    ("norm", "loss"),
    [
        (np.exp(-PLACE / 15.0) * SCATTER, LEARNED),
        (0.02 * SCATTER, FLAT),
        (np.exp(-PLACE / 50.0) * SCATTER, FLAT),
        (np.where(PLACE == 100, 0.0, SCATTER), FLAT),
        (1e-7 * SCATTER, LEARNED * 1e-6),
        (SCATTER, FLAT),
        (np.exp(-PLACE / 15.0), np.where(PLACE < 100, LEARNED, 5.0)),
    ],
    ids=["converged", "small", "one decade", "one zero", "small units", "ordinary", "spoilt after learning"],
)
def test_norms_with_a_reason(norm: np.ndarray, loss: np.ndarray) -> None:
    assert loud(examine("vanishing-gradients", seen(norm, loss))) == []


def test_falls_by_decades_while_the_loss_stands() -> None:
    made = seen(np.exp(-PLACE / 10.0) * SCATTER, FLAT)
    (found,) = loud(examine("vanishing-gradients", made))
    assert found.severity == "error"
    assert 50 < found.first_step < 110
    assert found.known_step is not None
    assert loud(examine("vanishing-gradients", made.until(found.known_step)))
    assert loud(examine("vanishing-gradients", made.until(found.known_step - 1))) == []


@pytest.mark.parametrize("level", [0.0, 1e-9])
def test_next_to_nothing_from_the_start(level: float) -> None:
    (found,) = loud(examine("vanishing-gradients", seen(level * SCATTER, FLAT)))
    assert found.evidence["from_start"] is True


def test_falls_after_a_jump_of_the_loss() -> None:
    norm = np.where(PLACE < 60, 1.0, 1e-5) * SCATTER
    (found,) = loud(examine("vanishing-gradients", seen(norm, FLAT + 0.4 * (PLACE >= 60))))
    assert found.first_step == pytest.approx(62, abs=4)


def test_a_log_of_eight_lines() -> None:
    norm = np.array([1.0, 0.1, 1e-3, 1e-5, 1e-6, 1e-6, 1e-7, 1e-7])
    assert loud(examine("vanishing-gradients", seen(norm, np.full(8, 0.693))))


@pytest.mark.parametrize("name", ["layers_of_a_transformer", "a_frozen_backbone", "experts_that_take_turns",
                                  "adapters_that_start_at_zero"])  # fmt: skip
@pytest.mark.parametrize("seed", range(3))
def test_healthy_layers(name: str, seed: int) -> None:
    assert loud(examine("vanishing-gradients", HEALTHY[name](seed))) == []


def test_a_layer_that_has_no_gradient_by_nature() -> None:
    made = run({"train/loss": FLAT, "grad/norm/k.weight": 1e-9 * SCATTER, "grad/norm/k.bias": np.exp(-PLACE / 10.0)})
    assert loud(examine("vanishing-gradients", made)) == []


def test_one_layer_fades() -> None:
    made = run(
        {"train/loss": FLAT, "grad/norm/a.weight": np.exp(-PLACE / 10.0) * SCATTER, "grad/norm/b.weight": SCATTER}
    )
    (found,) = loud(examine("vanishing-gradients", made))
    assert (found.layer, found.severity) == ("a.weight", "warning")
