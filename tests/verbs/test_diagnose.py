import numpy as np
import pytest

import traindx
from traindx.configuration import Configuration, Misconfigured
from traindx.schema import Run, Series
from traindx.verbs.diagnose import answer, diagnosis, ordered


def run(values, *, val=None, **settings) -> Run:
    steps = [10 * n for n in range(len(values))]
    series = {"train/loss": Series.of("train/loss", steps, values, per="window", window=10)}
    if val is not None:
        series["val/loss"] = Series.of("val/loss", steps, val, per="evaluation")
    return Run("x", "x.csv", "csv", series=series, settings=settings)


def falling(n: int = 80, seed: int = 0) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 0.02, n)
    return (2.3 / np.sqrt(1 + np.arange(n) / 3) + 0.2) * np.exp(noise)


def test_a_healthy_run() -> None:
    found = diagnosis(run(falling()))
    assert found.verdict == "healthy"
    assert found.problems == []
    assert found.belief.healthy + found.belief.converged > 0.5
    assert found.known_at_step is None
    assert not found.stop_training


def test_a_run_that_ends_in_nan() -> None:
    values = falling()
    values[50:] = np.nan
    found = diagnosis(run(values, lr=0.3))
    assert found.verdict == "problem"
    assert found.findings[0].id == "nan-loss"
    assert found.known_at_step == 500
    assert found.stop_training
    assert found.causes[0].severity == "critical"
    total = sum(one.probability for one in found.explanations) + sum(
        (found.belief.healthy, found.belief.converged, found.belief.unknown))  # fmt: skip
    assert total <= 1 + 1e-9
    assert found.belief.unknown >= 0.05
    assert all(one.reference == f"traindx explain {one.id}" for one in found.causes)


def test_what_judges_a_whole_run_was_known_before_its_end() -> None:
    flat = 2.3026 * np.exp(np.random.default_rng(1).normal(0, 0.004, 200))
    found = diagnosis(run(flat, classes=10))
    assert [one.known_step for one in found.problems if one.id == "flat-loss"] == [1990]
    assert found.known_at_step is not None
    assert found.known_at_step < 1000
    early = diagnosis(found.run.until(found.known_at_step))
    assert (early.verdict, early.causes[0].id) == ("problem", found.causes[0].id)


def test_every_problem_was_known_at_some_step() -> None:
    rate = np.where(np.arange(200) < 60, 1e-3, 0.0)
    loss = 2.3 * 0.9 ** (np.minimum(np.arange(200), 60) / 60)
    series = {"lr": Series.of("lr", range(200), rate), "train/loss": Series.of("train/loss", range(200), loss)}
    found = diagnosis(Run("x", "x.csv", "csv", series=series))
    assert found.verdict == "problem"
    assert 60 <= (found.known_at_step or 0) <= 199


def test_too_little_is_not_health() -> None:
    found = diagnosis(run([2.0, 1.9]))
    assert found.verdict == "inconclusive"
    assert "too short" in (found.reason or "")


def test_what_was_not_looked_for_is_not_health() -> None:
    found = diagnosis(run(falling()), config=Configuration(ignore=("nan-loss",)))
    assert found.verdict == "inconclusive"
    assert "nan-loss was not looked for" in (found.reason or "")


def test_the_worst_comes_first() -> None:
    bad = falling()
    bad[40:] = np.nan
    answers = ordered([diagnosis(run(falling())), diagnosis(run([2.0, 1.9])), diagnosis(run(bad))])
    assert [one.verdict for one in answers] == ["problem", "inconclusive", "healthy"]


def test_python_objects() -> None:
    history = {"loss": list(falling(30)), "val_loss": list(falling(30, seed=1) + 0.05)}
    found = traindx.diagnose(history)
    assert found.verdict == "healthy"
    assert set(found.run.series) == {"train/loss", "val/loss"}


def test_names_that_nothing_has_are_refused() -> None:
    with pytest.raises(Misconfigured, match="did you mean loss-spike"):
        answer([], flags={"select": "loss-spik"})
    assert answer([], flags={"select": "loss"}).status == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("[units.nan-los]\nx = 1", "names no unit"), ("[units.nan-loss]\nclimbs = 1", "climbs is no setting of nan-loss")],
)
def test_settings_that_nothing_has_are_refused(tmp_path, monkeypatch, text, sentence) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "traindx.toml").write_text(text)
    with pytest.raises(Misconfigured, match=sentence):
        answer([], flags={})
