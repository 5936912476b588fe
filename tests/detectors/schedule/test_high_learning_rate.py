import numpy as np
import pytest

from traindx.testing import examine, run


@pytest.mark.parametrize("optimizer", ["AdamW", "adam", "torch.optim.Adam", "fused_adam", "keras.optimizers.Adam"])
@pytest.mark.parametrize("peak", [0.1, 0.3, 9.0])
def test_adam_at_a_rate_of_a_tenth_and_more(optimizer: str, peak: float) -> None:
    rate = np.concatenate((np.full(10, peak), peak * np.linspace(1, 0, 20)))
    (finding,) = examine("high-learning-rate", run({"lr": rate}, optimizer=optimizer))
    assert finding.severity == "warning"
    assert finding.first_step == 0
    assert finding.evidence["peak"] == pytest.approx(peak)


@pytest.mark.parametrize(
    ("optimizer", "peak"),
    [("AdamW", 0.05), ("Adam", 1e-3), ("SGD", 1.0), ("Adagrad", 0.1), ("Adadelta", 1.0), ("Adafactor", 1.0),
     ("Prodigy", 1.0), ("something new", 5.0)],
)  # fmt: skip
def test_others_and_usual_rates_say_nothing(optimizer: str, peak: float) -> None:
    assert examine("high-learning-rate", run({"lr": np.full(30, peak)}, optimizer=optimizer)) == []


def test_a_factor_that_the_schedule_turns_into_a_rate_is_none() -> None:
    rate = 1e-3 * np.minimum(np.arange(1, 41) / 10, np.sqrt(10 / np.arange(1, 41)))
    assert examine("high-learning-rate", run({"lr": rate}, optimizer="adam", lr=2.0)) == []


@pytest.mark.parametrize("rates", [[1e-3] * 20 + [0.5], list(np.geomspace(1e-7, 1.0, 60)), [float("nan")] * 10])
def test_a_misprint_and_a_search_for_the_rate_say_nothing(rates: list[float]) -> None:
    assert examine("high-learning-rate", run({"lr": rates}, optimizer="Adam")) == []
