"""Curves whose gradient norm shows what is wrong."""

from __future__ import annotations

import math

import numpy as np

from traindx.schema import Run
from traindx.testing.making import Floats, falling, noise, run, sick, vary


def _norm(seed: int, points: int) -> Floats:
    """A norm as it should be."""
    return np.exp(noise(seed + 100, points, 0.25))


@sick("exploding-gradients")
def grows_with_the_loss(seed: int) -> Run:
    growth = np.exp(np.clip(np.arange(300) - vary(seed).integers(80, 140), 0, None) / 20.0)
    return run({"train/loss": falling(seed, 300) * growth**0.5, "grad/norm": _norm(seed, 300) * growth})


@sick("exploding-gradients")
def leaps_and_stays(seed: int) -> Run:
    after = np.arange(300) >= vary(seed).integers(100, 200)
    curves = {"train/loss": falling(seed, 300) + 3.0 * after, "grad/norm": _norm(seed, 300) * np.where(after, 500.0, 1)}
    return run(curves)


@sick("exploding-gradients")
def explodes_in_a_dozen_lines(seed: int) -> Run:
    growth = np.exp(1.3 * np.clip(np.arange(14) - 5, 0, None))
    loss = 2.2 * np.exp(noise(seed, 14, 0.03)) * growth**0.5
    return run({"train/loss": loss, "grad/norm": _norm(seed, 14) * growth}, every=100, per="window")


@sick("gradient-spike")
def one_step_that_undoes_many(seed: int) -> Run:
    loss, norm = falling(seed, 400), _norm(seed, 400)
    place = int(vary(seed).integers(100, 300))
    norm[place] *= 80.0
    loss[place + 1 : place + 6] *= (4.0, 3.0, 2.2, 1.6, 1.3)
    return run({"train/loss": loss, "grad/norm": norm})


@sick("nan-gradient", "nan-loss")
def overflows_and_stays(seed: int) -> Run:
    loss, norm = falling(seed, 200), _norm(seed, 200)
    place = int(vary(seed).integers(50, 150))
    norm[place:] = np.nan
    loss[place + 1 :] = np.nan
    return run({"train/loss": loss, "grad/norm": norm})


@sick("nan-gradient")
def infinite_from_the_first_point(seed: int) -> Run:
    return run({"train/loss": math.log(10) + noise(seed, 40, 0.05), "grad/norm": np.full(40, np.inf)}, every=50)


@sick("vanishing-gradients")
def nothing_comes_through(seed: int) -> Run:
    return run({"train/loss": 2.303 + noise(seed, 300, 0.05), "grad/norm": 1e-9 * _norm(seed, 300)}, classes=10)


@sick("vanishing-gradients")
def dies_away(seed: int) -> Run:
    fading = np.exp(-np.arange(300) / vary(seed).uniform(12.0, 20.0))
    return run({"train/loss": 2.303 + noise(seed, 300, 0.05), "grad/norm": _norm(seed, 300) * fading}, classes=10)


@sick("clipping-always")
def clipped_at_every_step(seed: int) -> Run:
    curves = {"train/loss": falling(seed, 300, floor=1.9), "grad/norm": 3.0 * _norm(seed, 300)}
    return run(curves, clip=0.01, optimizer="SGD")
