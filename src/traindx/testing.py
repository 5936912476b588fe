"""Synthetic training curves and a way to run one detector on them: for our own tests and for authors of plugins.

`HEALTHY` holds curves of runs that nobody should be alarmed by, in the many shapes that healthy runs have; `SICK` holds
curves by the id of the finding that must be found in them. Each is a function of a seed; the same seed gives the same
curve. `examine` runs one detector on a run exactly as a diagnosis does.

Longer than 400 lines: curves are data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.configuration import Configuration
from traindx.schema import Finding, Run, Series, Unseen
from traindx.verbs.looking import look

Floats = NDArray[np.float64]
Curve = Callable[[int], Run]
HEALTHY: dict[str, Curve] = {}
SICK: dict[str, dict[str, Curve]] = {}


def examine(detector_id: str, run: Run) -> list[Finding] | Unseen:
    """What one detector answers on a run; one that raises answers `Unseen("failed: ...")`."""
    findings, unseen = look(run, Configuration(select=(detector_id,)))
    blind = next((one for one in unseen if one.id == detector_id), None)
    return blind or [one for one in findings if one.id == detector_id]


def loud(answer: list[Finding] | Unseen) -> list[Finding]:
    """The findings that someone would act on. A detector that failed is not a silent one."""
    if isinstance(answer, Unseen):
        if answer.reason.startswith("failed"):
            raise AssertionError(f"{answer.id} {answer.reason}")
        return []
    return [one for one in answer if one.severity != "info"]


def run(series: Mapping[str, Any], *, per: str = "step", every: int = 1, start: int = 0, **settings: Any) -> Run:
    """A run from values by series name (or whole `Series`), a point every so many steps; the rest are settings.

    `steps_per_epoch` and `unit` go to the run itself.
    """
    made = {name: _series(name, values, per, every, start) for name, values in series.items()}
    own = {name: settings.pop(name) for name in ("steps_per_epoch", "unit") if name in settings}
    return Run("synthetic", "synthetic", "testing", series=made, settings=settings, **own)


def _series(name: str, values: Any, per: str, every: int, start: int) -> Series:
    if isinstance(values, Series):
        return values
    array = np.asarray(values, dtype=np.float64)
    steps = start + every * np.arange(array.size)
    return Series.of(name, steps, array, per="evaluation" if name.startswith("val/") else per)


def healthy(curve: Curve) -> Curve:
    """Adds a healthy curve under the name of its function."""
    HEALTHY[curve.__name__] = curve
    return curve


def sick(*findings: str) -> Callable[[Curve], Curve]:
    """Adds a sick curve under the ids of the findings that must be found in it."""

    def add(curve: Curve) -> Curve:
        for finding in findings:
            SICK.setdefault(finding, {})[curve.__name__] = curve
        return curve

    return add


# ------------------------------------------------------------------ material


def noise(seed: int, points: int, sd: float, r: float = 0.0) -> Floats:
    """Normal noise of standard deviation `sd` whose neighbours correlate by `r`."""
    fresh = np.random.default_rng(seed).normal(0.0, 1.0, points)
    if r == 0.0:
        return sd * fresh
    result = np.empty(points)
    state = fresh[0] if points else 0.0
    for place in range(points):
        state = fresh[0] if place == 0 else r * state + math.sqrt(1.0 - r * r) * fresh[place]
        result[place] = state
    return sd * result


def descent(points: int, start: float, floor: float, *, power: float = 0.5, scale: float = 0.02) -> Floats:
    """A power law from `start` towards `floor`; `scale` is the share of the run after which it bends."""
    place = np.arange(points) / max(1.0, scale * points)
    return floor + (start - floor) * (1.0 + place) ** -power


def cosine(points: int, peak: float = 1e-3, warmup: float = 0.05, last: float = 0.0) -> Floats:
    """A learning rate that warms up and decays as a cosine."""
    share = np.arange(points) / max(1, points - 1)
    fall = last + (peak - last) * 0.5 * (1.0 + np.cos(np.pi * np.clip((share - warmup) / (1.0 - warmup), 0.0, 1.0)))
    return np.asarray(np.where(share < warmup, peak * (share + 1.0 / points) / warmup, fall))


def _vary(seed: int) -> np.random.Generator:
    return np.random.default_rng((7, seed))


# ------------------------------------------------------------------- healthy


@healthy
def power_law(seed: int) -> Run:
    vary = _vary(seed)
    points = int(vary.integers(300, 2000))
    loss = descent(points, vary.uniform(2, 8), vary.uniform(0.2, 2.0), power=vary.uniform(0.3, 1.2))
    return run({"train/loss": loss * np.exp(noise(seed, points, vary.uniform(0.01, 0.25)))})


@healthy
def correlated_noise(seed: int) -> Run:
    vary = _vary(seed)
    loss = descent(800, 2.303, vary.uniform(0.1, 0.8)) * np.exp(noise(seed, 800, 0.15, r=vary.uniform(0.5, 0.97)))
    return run({"train/loss": loss}, classes=10)


@healthy
def cosine_schedule(seed: int) -> Run:
    rate = cosine(1000)
    loss = 0.3 + 2.0 * np.exp(-np.cumsum(rate) / 0.1) + 150.0 * rate * _vary(seed).uniform(0.2, 1.0)
    return run({"train/loss": loss * np.exp(noise(seed, 1000, 0.08)), "lr": rate})


@healthy
def warm_restarts(seed: int) -> Run:
    cycle = int(_vary(seed).integers(100, 300))
    rate = 0.5e-3 * (1.0 + np.cos(np.pi * (np.arange(1200) % cycle) / cycle))
    loss = descent(1200, 2.3, 0.2) * (1.0 + 200.0 * rate)
    return run({"train/loss": loss * np.exp(noise(seed, 1200, 0.06)), "lr": rate})


@healthy
def step_decay(seed: int) -> Run:
    rate = np.repeat([1e-1, 1e-2, 1e-3], [400, 300, 200])
    level = np.repeat([0.8, 0.35, 0.25], [400, 300, 200])
    loss = level + 1.5 * np.exp(-np.arange(900) / 60.0)
    return run({"train/loss": loss * np.exp(noise(seed, 900, 0.1)), "lr": rate})


@healthy
def small_batches(seed: int) -> Run:
    vary = _vary(seed)
    loss = descent(1500, 2.3, 0.3, power=0.8) * np.exp(noise(seed, 1500, vary.uniform(0.4, 0.9)))
    return run({"train/loss": loss}, batch_size=2)


@healthy
def heavy_tails(seed: int) -> Run:
    drawn = np.random.default_rng(seed).standard_t(5, 1000)
    return run({"train/loss": descent(1000, 3.0, 0.5) * np.exp(0.15 * drawn)})


@healthy
def reinforcement_learning(seed: int) -> Run:
    returns = 200.0 * (1.0 - np.exp(-np.arange(600) / 150.0)) + noise(seed, 600, 25.0, r=0.5)
    value = 0.5 + 3.0 * np.abs(noise(seed + 1, 600, 1.0, r=0.9)) * (1.0 + np.arange(600) / 300.0)
    return run({"train/loss": noise(seed + 2, 600, 0.02), "train/loss/value": value, "train/metric/return": returns})


@healthy
def adversarial(seed: int) -> Run:
    place = np.arange(1500)
    one = 0.69 + 0.5 * np.exp(-place / 100.0) + noise(seed, 1500, 0.12, r=0.8)
    two = 1.2 + 0.6 * (1.0 - np.exp(-place / 400.0)) + noise(seed + 1, 1500, 0.3, r=0.8)
    return run({"train/loss/discriminator": np.abs(one), "train/loss/generator": np.abs(two)})


@healthy
def gaussian_likelihood(seed: int) -> Run:
    loss = descent(700, 3.0, _vary(seed).uniform(-4.0, -1.0), power=0.9) + noise(seed, 700, 0.15, r=0.3)
    return run({"train/loss": loss}, loss="GaussianNLLLoss")


@healthy
def fine_tuning_at_its_floor(seed: int) -> Run:
    vary = _vary(seed)
    level = vary.uniform(0.3, 2.6)
    points = int(vary.integers(60, 600))
    drift = 1.0 - vary.uniform(0.0, 0.05) * np.arange(points) / points
    return run({"train/loss": level * drift * np.exp(noise(seed, points, 0.1)), "lr": cosine(points, 2e-5)}, every=10)


@healthy
def running_mean(seed: int) -> Run:
    epochs, length = 6, 100
    raw = descent(epochs * length, 2.3, 0.4) * np.exp(noise(seed, epochs * length, 0.1))
    parts = raw.reshape(epochs, length)
    means = (np.cumsum(parts, axis=1) / np.arange(1, length + 1)).ravel()
    return run({"train/loss": means}, per="running", steps_per_epoch=float(length))


@healthy
def grokking(seed: int) -> Run:
    place = np.arange(400)
    train = (1e-4 + 4.6 * np.exp(-place / 12.0)) * np.exp(noise(seed, 400, 0.1))
    val = np.where(place < 250, 5.0 + 0.004 * place, 0.05 + 6.0 * np.exp((250.0 - place) / 15.0))
    val = val * np.exp(noise(seed + 1, 400, 0.02))
    return run({"train/loss": train, "val/loss": val}, every=50, per="window", classes=97)


@healthy
def curriculum(seed: int) -> Run:
    parts = [descent(300, 2.0 - 0.2 * stage, 0.4 + 0.1 * stage, power=0.9) for stage in range(3)]
    return run({"train/loss": np.concatenate(parts) * np.exp(noise(seed, 900, 0.08))})


@healthy
def short_log(seed: int) -> Run:
    vary = _vary(seed)
    points = int(vary.integers(5, 61))
    loss = descent(points, vary.uniform(1, 7), vary.uniform(0.1, 1.0), scale=0.1) * np.exp(noise(seed, points, 0.05))
    return run({"train/loss": loss}, every=100, per="window")


@healthy
def epoch_means(seed: int) -> Run:
    vary = _vary(seed)
    epochs = int(vary.integers(8, 120))
    train = descent(epochs, 2.2, 0.15, power=0.9, scale=0.08) * np.exp(noise(seed, epochs, 0.02))
    val = descent(epochs, 2.0, 0.35, power=0.9, scale=0.08) * np.exp(noise(seed + 1, epochs, 0.04))
    return run({"train/loss": train, "val/loss": val}, per="epoch", unit="epoch", classes=10)


@healthy
def one_cycle(seed: int) -> Run:
    share = np.arange(800) / 800
    rate = np.interp(share, [0.0, 0.3, 1.0], [4e-5, 1e-3, 1e-8])
    loss = 0.15 + 2.2 * np.exp(-share / 0.15) + 350.0 * rate * (share > 0.1)
    return run({"train/loss": loss * np.exp(noise(seed, 800, 0.1)), "lr": rate})


@healthy
def contrastive(seed: int) -> Run:
    start = math.log(2 * 256 - 1)
    loss = descent(1000, start, start - _vary(seed).uniform(0.6, 1.5), power=0.6) + noise(seed, 1000, 0.03)
    return run({"train/loss": loss}, batch_size=256)


@healthy
def language_model(seed: int) -> Run:
    loss = descent(2000, math.log(50257), 3.0, power=0.7) + noise(seed, 2000, 0.1)
    return run({"train/loss": loss, "lr": cosine(2000, 6e-4, last=6e-5)}, vocabulary=50257, every=10)


@healthy
def warmup_hump(seed: int) -> Run:
    loss = descent(600, 2.5, 0.4, power=0.8) + 0.8 * np.exp(-0.5 * ((np.arange(600) - 12) / 5.0) ** 2)
    return run({"train/loss": loss * np.exp(noise(seed, 600, 0.05))})


@healthy
def late_start(seed: int) -> Run:
    begin = int(_vary(seed).integers(60, 200))
    place = np.arange(700)
    loss = 0.2 + 2.1 / (1.0 + np.exp((place - begin) / 12.0))
    return run({"train/loss": loss * np.exp(noise(seed, 700, 0.04))}, classes=10)


@healthy
def large_regression(seed: int) -> Run:
    loss = 1e6 * np.exp(-np.arange(500) / 45.0) + _vary(seed).uniform(1.0, 50.0)
    return run({"train/loss": loss * np.exp(noise(seed, 500, 0.2))}, loss="mse")


@healthy
def hinge_to_zero(seed: int) -> Run:
    raw = descent(600, 1.0, -0.1, power=0.7) + noise(seed, 600, 0.06)
    return run({"train/loss": np.maximum(raw, 0.0)}, loss="triplet margin")


@healthy
def separable(seed: int) -> Run:
    loss = 2.3 * np.exp(-np.arange(900) / 20.0) * np.exp(noise(seed, 900, 0.3))
    return run({"train/loss": np.where(loss < 1e-8, 0.0, loss)}, classes=10)


@healthy
def annealed_term(seed: int) -> Run:
    share = np.arange(800) / 800
    loss = 90.0 + 110.0 * np.exp(-share / 0.05) + 12.0 * np.clip(share / 0.5, 0, 1)
    return run({"train/loss": loss * np.exp(noise(seed, 800, 0.03))})


@healthy
def converged(seed: int) -> Run:
    loss = 0.02 + 2.0 * np.exp(-np.arange(400) / 25.0)
    return run({"train/loss": loss * np.exp(noise(seed, 400, 0.08)), "lr": cosine(400)}, every=20, per="window")


@healthy
def printed_with_four_digits(seed: int) -> Run:
    loss = descent(300, 2.3, 0.05, power=1.2) * np.exp(noise(seed, 300, 0.05))
    return run({"train/loss": np.round(loss, 4)}, every=10)


@healthy
def middle_of_a_log(seed: int) -> Run:
    loss = _vary(seed).uniform(0.5, 2.0) * np.exp(noise(seed, 120, 0.04))
    return run({"train/loss": loss}, start=80_000, every=50)


@healthy
def epoch_cycle(seed: int) -> Run:
    hard = np.where(np.arange(900) % 90 == 89, 1.25, 1.0)
    loss = descent(900, 2.3, 0.3) * hard * np.exp(noise(seed, 900, 0.08))
    return run({"train/loss": loss}, steps_per_epoch=90.0)


# ---------------------------------------------------------------------- sick


def _falling(seed: int, points: int, floor: float = 0.4) -> Floats:
    return np.asarray(descent(points, 2.303, floor) * np.exp(noise(seed, points, 0.05)))


@sick("nan-loss")
def nan_after_climbing(seed: int) -> Run:
    loss = _falling(seed, 300)
    loss[200:220] *= np.exp(np.arange(20) / 3.0)
    loss[220:] = np.nan
    return run({"train/loss": loss})


@sick("nan-loss")
def nan_from_the_start(seed: int) -> Run:
    return run({"train/loss": np.full(50 + seed % 50, np.nan)})


@sick("nan-loss")
def nan_out_of_the_calm(seed: int) -> Run:
    loss = _falling(seed, 300)
    loss[170:] = np.inf
    return run({"train/loss": loss})


@sick("diverging-loss")
def rises_above_its_start(seed: int) -> Run:
    loss = 2.3 * np.exp(np.clip(np.arange(200) - 20, 0, None) / 40.0) * np.exp(noise(seed, 200, 0.1))
    return run({"train/loss": loss}, classes=10)


@sick("diverging-loss")
def rises_from_its_best(seed: int) -> Run:
    loss = _falling(seed, 800)
    loss[500:] *= 1.0 + 3.0 * (1.0 - np.exp(-np.arange(300) / 60.0))
    return run({"train/loss": loss})


@sick("diverging-loss")
def epochs_that_explode(seed: int) -> Run:
    loss = np.concatenate((_falling(seed, 8), [1.6e5, 2e6, 1.6e18]))
    return run({"train/loss": loss}, per="epoch", unit="epoch")


@sick("loss-spike")
def one_high_spike(seed: int) -> Run:
    loss = _falling(seed, 600)
    loss[350:356] *= (12.0, 9.0, 5.0, 3.0, 2.0, 1.4)
    return run({"train/loss": loss})


@sick("loss-spike")
def spikes_again_and_again(seed: int) -> Run:
    loss = _falling(seed, 1000)
    for place in _vary(seed).choice(np.arange(100, 990), 6, replace=False):
        loss[place : place + 3] *= (9.0, 6.0, 3.0)
    return run({"train/loss": loss})


@sick("loss-spike")
def spikes_at_one_place_of_every_epoch(seed: int) -> Run:
    loss = _falling(seed, 1000)
    loss[37::100] *= 15.0
    return run({"train/loss": loss}, steps_per_epoch=100.0)


@sick("loss-level-shift")
def jumps_and_stays(seed: int) -> Run:
    loss = _falling(seed, 800)
    loss[450:] = loss[450:] * 3.0
    return run({"train/loss": loss})


@sick("loss-level-shift")
def jumps_with_the_rate(seed: int) -> Run:
    loss = _falling(seed, 800)
    loss[450:] = loss[450:] * 2.5
    return run({"train/loss": loss, "lr": np.where(np.arange(800) < 450, 1e-4, 1e-2)})


@sick("flat-loss", "train-at-chance")
def stands_at_chance(seed: int) -> Run:
    return run({"train/loss": math.log(10) + noise(seed, 500, 0.03)}, classes=10)


@sick("flat-loss")
def epochs_without_any_fall(seed: int) -> Run:
    return run({"train/loss": 1.43 * np.exp(noise(seed, 20, 0.004))}, per="epoch", unit="epoch")


@sick("plateau")
def falls_a_little_and_stands(seed: int) -> Run:
    loss = (0.86 + 0.12 * np.exp(-np.arange(60) / 3.0)) * np.exp(noise(seed, 60, 0.004))
    return run({"train/loss": loss}, per="epoch", unit="epoch")


@sick("plateau")
def rate_is_gone(seed: int) -> Run:
    rate = np.where(np.arange(600) < 150, 1e-3 * 0.97 ** np.arange(600), 0.0)
    loss = 1.5 + 0.8 * np.exp(-np.cumsum(rate) / 0.02)
    return run({"train/loss": loss * np.exp(noise(seed, 600, 0.04)), "lr": rate})


@sick("slow-descent")
def straight_and_smooth(seed: int) -> Run:
    loss = 2.303 - 0.12 * np.arange(600) / 600 + noise(seed, 600, 0.004)
    return run({"train/loss": loss}, classes=10)


@sick("oscillating-loss")
def slow_wave(seed: int) -> Run:
    wave = 0.5 * np.sin(2.0 * np.pi * np.arange(900) / 75.0 + seed)
    return run({"train/loss": descent(900, 2.3, 0.9) * np.exp(wave + noise(seed, 900, 0.05))})


@sick("oscillating-loss")
def zigzag(seed: int) -> Run:
    swing = 0.35 * (-1.0) ** np.arange(300)
    return run({"train/loss": 1.4 * np.exp(swing + noise(seed, 300, 0.05))})


@sick("zero-loss")
def zero_from_the_start(seed: int) -> Run:
    return run({"train/loss": np.zeros(20 + seed % 20)})


@sick("zero-loss")
def suddenly_zero(seed: int) -> Run:
    return run({"train/loss": np.concatenate((_falling(seed, 5), np.zeros(10)))})


@sick("constant-loss", "train-at-chance")
def constant_at_chance(seed: int) -> Run:
    return run({"train/loss": np.full(100 + seed % 100, 2.3026)}, classes=10)


@sick("negative-cross-entropy")
def sign_is_flipped(seed: int) -> Run:
    loss = -2.3 * np.exp(np.arange(200) / 40.0) * np.exp(noise(seed, 200, 0.03))
    return run({"train/loss": loss}, loss="CrossEntropyLoss", classes=10)


@sick("initial-loss-off")
def summed_over_the_batch(seed: int) -> Run:
    return run({"train/loss": 64.0 * _falling(seed, 300)}, classes=10, batch_size=64)


@sick("initial-loss-off")
def softmax_over_the_batch(seed: int) -> Run:
    loss = math.log(64) - 0.15 * np.arange(300) / 300 + noise(seed, 300, 0.01)
    return run({"train/loss": loss}, classes=10, batch_size=64)


@sick("loss-stuck-at-known-floor")
def softmax_twice(seed: int) -> Run:
    floor = math.log(1.0 + 9.0 / math.e)
    loss = floor + 0.004 + 0.84 * np.exp(-np.arange(800) / 90.0) + np.abs(noise(seed, 800, 0.004))
    return run({"train/loss": loss}, classes=10)


@sick("periodic-loss")
def blocks_of_one_class(seed: int) -> Run:
    saw = 1.0 + 0.8 * (np.arange(1000) % 100) / 100.0
    return run({"train/loss": descent(1000, 2.3, 0.6) * saw * np.exp(noise(seed, 1000, 0.08))}, steps_per_epoch=100.0)


@sick("still-improving")
def stopped_too_early(seed: int) -> Run:
    loss = 2.3 - 1.5 * np.arange(400) / 400 + noise(seed, 400, 0.05)
    return run({"train/loss": loss})
