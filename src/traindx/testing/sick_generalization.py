"""Curves whose validation, or whose accuracy alone, shows what is wrong."""

from __future__ import annotations

import math

import numpy as np

from traindx.schema import Run, Series
from traindx.testing.making import Floats, descent, noise, run, sick, vary


def _epochs(seed: int, epochs: int, start: float, floor: float, *, scale: float = 0.1, sd: float = 0.02) -> Floats:
    """Means over epochs that come down as they should."""
    return np.asarray(descent(epochs, start, floor, power=1.2, scale=scale) * np.exp(noise(seed, epochs, sd)))


@sick("overfitting")
def validation_turns(seed: int) -> Run:
    place = np.arange(40)
    val = 0.6 + 1.6 * np.exp(-place / 4.0) + 0.02 * np.clip(place - 12, 0, None)
    val = val * np.exp(noise(seed + 1, 40, 0.02))
    return run({"train/loss": _epochs(seed, 40, 2.2, 0.02), "val/loss": val}, per="epoch", unit="epoch", classes=10)


@sick("overfitting")
def learned_by_heart(seed: int) -> Run:
    steps = np.arange(0, 1000, 50)
    train = 0.005 + 2.3 * np.exp(-np.arange(1000) / 120.0)
    val = Series.of("val/loss", steps, (1.3 + np.exp(-steps / 60.0) + steps / 250.0) * np.exp(noise(seed, 20, 0.03)))
    return run({"train/loss": train * np.exp(noise(seed + 1, 1000, 0.1)), "val/loss": val}, classes=10)


@sick("overfitting")
def accuracies_part(seed: int) -> Run:
    place = np.arange(30)
    train = 0.995 - 0.7 * np.exp(-place / 5.0) + noise(seed, 30, 0.003)
    val = 0.66 - 0.4 * np.exp(-place / 3.0) + noise(seed + 1, 30, 0.01)
    curves = {"train/loss": _epochs(seed, 30, 2.2, 0.02), "train/metric/accuracy": train, "val/metric/accuracy": val}
    return run(curves, per="epoch", unit="epoch", classes=10)


@sick("underfitting")
def both_come_to_rest_high(seed: int) -> Run:
    train, val = (1.75 + 0.5 * np.exp(-np.arange(40) / 4.0) + noise(seed + place, 40, 0.01) for place in (0, 1))
    return run({"train/loss": train, "val/loss": val + 0.02}, per="epoch", unit="epoch", classes=10)


@sick("val-at-chance")
def validation_is_guessed(seed: int) -> Run:
    val = math.log(10) + noise(seed, 25, 0.02) + 0.05 * np.arange(25)
    accuracy = 0.1 + noise(seed + 1, 25, 0.008)
    curves = {"train/loss": _epochs(seed, 25, 2.3, 0.1), "val/loss": val, "val/metric/accuracy": accuracy}
    return run(curves, per="epoch", unit="epoch", classes=10)


@sick("val-at-chance")
def validation_is_below_guessing(seed: int) -> Run:
    curves = {"train/loss": _epochs(seed, 25, 2.3, 0.1), "val/metric/accuracy": np.abs(noise(seed, 25, 0.004))}
    return run(curves, per="epoch", unit="epoch", classes=10)


@sick("val-better-than-train")
def validation_lies_below(seed: int) -> Run:
    share = vary(seed).uniform(0.6, 0.8)
    curves = {"train/loss": _epochs(seed, 30, 2.3, 0.6), "val/loss": share * _epochs(seed + 1, 30, 2.3, 0.6)}
    return run(curves, per="epoch", unit="epoch", classes=10)


@sick("double-descent")
def comes_down_twice(seed: int) -> Run:
    place = np.arange(80)
    hump = 0.9 * np.exp(-0.5 * ((place - 30) / 8.0) ** 2)
    val = (0.5 + 1.5 * np.exp(-place / 4.0) + hump - 0.002 * place) * np.exp(noise(seed, 80, 0.02))
    curves = {"train/loss": _epochs(seed + 1, 80, 2.3, 0.01), "val/loss": val}
    return run(curves, per="epoch", unit="epoch", classes=10)


@sick("large-gap-from-start")
def validation_never_follows(seed: int) -> Run:
    val = vary(seed).uniform(5.0, 9.0) * np.exp(noise(seed, 25, 0.02) + 0.01 * np.arange(25))
    return run({"train/loss": _epochs(seed, 25, 2.3, 0.1), "val/loss": val}, per="epoch", unit="epoch", classes=10)


@sick("accuracy-never-moves")
def one_answer_for_every_sample(seed: int) -> Run:
    curves = {"train/loss": _epochs(seed, 20, 2.2, 1.4), "val/metric/accuracy": np.full(20, 0.1137)}
    return run(curves, per="epoch", unit="epoch", classes=10)


@sick("perfect-at-once")
def nothing_was_to_be_learned(seed: int) -> Run:
    val = Series.of("val/loss", range(50, 550, 50), 0.02 * np.exp(noise(seed, 10, 0.1)), per="evaluation")
    share = Series.of("val/metric/accuracy", range(50, 550, 50), np.ones(10), per="evaluation")
    train = np.concatenate(([2.3], np.full(54, 0.01))) * np.exp(noise(seed + 1, 55, 0.05))
    return run({"train/loss": train, "val/loss": val, "val/metric/accuracy": share}, every=10, classes=10)


@sick("accuracy-collapses")
def accuracy_breaks_down(seed: int) -> Run:
    place = int(vary(seed).integers(12, 18))
    level = 0.7 - 0.5 * np.exp(-np.arange(20) / 3.0) + noise(seed, 20, 0.01)
    level[place:] = 0.1 + 0.05 * np.abs(noise(seed + 1, 20 - place, 1.0))
    return run({"train/metric/accuracy": level}, per="epoch", unit="epoch")


@sick("accuracy-collapses")
def only_the_first_samples_were_alike(seed: int) -> Run:
    later = np.abs(noise(seed, 9, 0.02))
    return run({"train/metric/accuracy": np.concatenate(([0.55], later))}, every=50)


@sick("accuracy-falls-within-epochs")
def forgotten_within_each_epoch(seed: int) -> Run:
    within = 0.3 * np.exp(-np.arange(8) / 2.5)
    values = np.tile(within, 3) * np.exp(noise(seed, 24, 0.15))
    steps = np.arange(24) * 10 + 10
    epoch = Series.of("epoch", steps, np.repeat([1.0, 2.0, 3.0], 8))
    return run({"train/metric/accuracy": Series.of("train/metric/accuracy", steps, values), "epoch": epoch})


@sick("accuracy-near-zero")
def hardly_one_is_right(seed: int) -> Run:
    values = 0.0004 * np.exp(noise(seed, 30, 0.3))
    return run({"train/metric/accuracy": values}, every=100, start=100)


@sick("val-never-learns")
def validation_stays_behind(seed: int) -> Run:
    val = math.log(10) + 0.15 + 0.06 * np.arange(25) + noise(seed, 25, 0.02)
    curves = {"train/loss": _epochs(seed, 25, 2.3, 0.1), "val/loss": val}
    return run(curves, per="step")


@sick("val-never-learns")
def validation_only_gets_worse(seed: int) -> Run:
    train = 2.31 - 0.25 * np.linspace(0, 1, 60) + noise(seed, 60, 0.03)
    val = Series.of("val/loss", np.arange(3, 60, 3), 2.32 + 0.006 * np.arange(19) + noise(seed + 1, 19, 0.004))
    return run({"train/loss": train, "val/loss": val})


@sick("val-better-than-train")
def taught_what_is_not_so(seed: int) -> Run:
    train = 1.1 + 1.2 * np.exp(-np.arange(60) / 10.0) + noise(seed, 60, 0.15)
    val = Series.of("val/loss", np.arange(3, 60, 3), 0.5 + 0.8 * np.exp(-np.arange(19) / 3.0) + noise(seed, 19, 0.01))
    return run({"train/loss": train, "val/loss": val})


@sick("validation-creeps")
def steps_too_small(seed: int) -> Run:
    val = Series.of("val/loss", np.arange(3, 60, 3), 2.31 - 0.06 * np.sin(np.linspace(0.0, 1.5, 19)))
    return run({"train/loss": 2.3 + noise(seed, 60, 0.05), "val/loss": val})
