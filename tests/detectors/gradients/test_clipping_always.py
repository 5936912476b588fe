import numpy as np
import pytest

from traindx.testing import examine, noise, run

NORM = 2.0 * np.exp(noise(1, 100, 0.3))


@pytest.mark.parametrize(
    ("clip", "optimizer", "severity"),
    [
        (0.01, "SGD", "warning"),
        ("0.01", "sgd", "warning"),
        (0.01, "AdamW", "info"),
        (0.01, None, "info"),
        (0.9, "SGD", "info"),
    ],
)
def test_a_threshold_below_every_norm(clip: object, optimizer: object, severity: str) -> None:
    (finding,) = examine("clipping-always", run({"grad/norm": NORM}, clip=clip, optimizer=optimizer))
    assert finding.severity == severity
    assert finding.kind == ("mild" if clip == 0.9 else "tight")
    assert finding.evidence["share"] > 0.9


@pytest.mark.parametrize("clip", [3.0, 1e9, 0.0, -1.0, "norm", float("nan"), float("inf")])
def test_clipping_of_the_jumps_alone_is_none(clip: object) -> None:
    assert examine("clipping-always", run({"grad/norm": NORM}, clip=clip, optimizer="SGD")) == []


@pytest.mark.parametrize(
    "norm", [np.minimum(NORM, 0.5), np.full(100, 0.5), np.zeros(100), np.full(100, np.nan), np.array([9.0, np.inf] * 4)]
)
def test_norms_that_say_nothing(norm: np.ndarray) -> None:
    found = examine("clipping-always", run({"grad/norm": norm}, clip=0.5, optimizer="SGD"))
    assert not isinstance(found, list) or found == []
