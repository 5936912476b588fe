"""Curves whose training loss shows what is wrong."""

from __future__ import annotations

import math

import numpy as np

from traindx.schema import Run, Series
from traindx.testing.making import descent, falling, noise, run, sick, vary


@sick("nan-loss")
def nan_after_climbing(seed: int) -> Run:
    loss = falling(seed, 300)
    loss[200:220] *= np.exp(np.arange(20) / 3.0)
    loss[220:] = np.nan
    return run({"train/loss": loss})


@sick("nan-loss")
def nan_from_the_start(seed: int) -> Run:
    return run({"train/loss": np.full(50 + seed % 50, np.nan)})


@sick("nan-loss")
def nan_out_of_the_calm(seed: int) -> Run:
    loss = falling(seed, 300)
    loss[170:] = np.inf
    return run({"train/loss": loss})


@sick("diverging-loss")
def rises_above_its_start(seed: int) -> Run:
    loss = 2.3 * np.exp(np.clip(np.arange(200) - 20, 0, None) / 40.0) * np.exp(noise(seed, 200, 0.1))
    return run({"train/loss": loss}, classes=10)


@sick("diverging-loss")
def rises_from_its_best(seed: int) -> Run:
    loss = falling(seed, 800)
    loss[500:] *= 1.0 + 3.0 * (1.0 - np.exp(-np.arange(300) / 60.0))
    return run({"train/loss": loss})


@sick("diverging-loss")
def epochs_that_explode(seed: int) -> Run:
    loss = np.concatenate((falling(seed, 8), [1.6e5, 2e6, 1.6e18]))
    return run({"train/loss": loss}, per="epoch", unit="epoch")


@sick("loss-spike")
def one_high_spike(seed: int) -> Run:
    loss = falling(seed, 600)
    loss[350:356] *= (12.0, 9.0, 5.0, 3.0, 2.0, 1.4)
    return run({"train/loss": loss})


@sick("loss-spike")
def spikes_again_and_again(seed: int) -> Run:
    loss = falling(seed, 1000)
    for place in vary(seed).choice(np.arange(100, 990), 6, replace=False):
        loss[place : place + 3] *= (9.0, 6.0, 3.0)
    return run({"train/loss": loss})


@sick("loss-spike")
def spikes_at_one_place_of_every_epoch(seed: int) -> Run:
    loss = falling(seed, 1000)
    loss[37::100] *= 15.0
    return run({"train/loss": loss}, steps_per_epoch=100.0)


@sick("loss-level-shift")
def jumps_and_stays(seed: int) -> Run:
    loss = falling(seed, 800)
    loss[450:] = loss[450:] * 3.0
    return run({"train/loss": loss})


@sick("loss-level-shift")
def jumps_with_the_rate(seed: int) -> Run:
    loss = falling(seed, 800)
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
    return run({"train/loss": np.concatenate((falling(seed, 5), np.zeros(10)))})


@sick("constant-loss", "train-at-chance")
def constant_at_chance(seed: int) -> Run:
    return run({"train/loss": np.full(100 + seed % 100, 2.3026)}, classes=10)


@sick("negative-cross-entropy")
def sign_is_flipped(seed: int) -> Run:
    loss = -2.3 * np.exp(np.arange(200) / 40.0) * np.exp(noise(seed, 200, 0.03))
    return run({"train/loss": loss}, loss="CrossEntropyLoss", classes=10)


@sick("initial-loss-off")
def summed_over_the_batch(seed: int) -> Run:
    return run({"train/loss": 64.0 * falling(seed, 300)}, classes=10, batch_size=64)


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


@sick("loss-at-floor")
def learned_to_the_last_digit(seed: int) -> Run:
    loss = 1e-3 + 2.3 * np.exp(-np.arange(400) / 25.0)
    return run({"train/loss": loss * np.exp(noise(seed, 400, 0.1))}, classes=10)


@sick("flat-loss")
def worse_than_guessing(seed: int) -> Run:
    loss = 7.45 + 0.1 * np.exp(-np.arange(50) / 10.0) + noise(seed, 50, 0.15)
    made = {"train/loss": loss, "val/loss": Series.of("val/loss", [0], [7.08], per="evaluation")}
    return run(made, every=20, classes=1000)


@sick("loss-high-for-accuracy")
def right_and_unsure(seed: int) -> Run:
    place = np.arange(20)
    accuracy = 0.96 - 0.6 * np.exp(-place / 3.0) + noise(seed, 20, 0.003)
    loss = 1.52 + 0.75 * np.exp(-place / 3.0)
    curves = {"train/loss": loss + noise(seed + 1, 20, 0.02), "val/loss": loss + 0.02, "val/metric/accuracy": accuracy}
    return run(curves, per="epoch", unit="epoch", classes=10)


@sick("loss-falls-without-bound")
def down_and_down(seed: int) -> Run:
    loss = -1.5 * np.exp(np.arange(40) / 6.0) * np.exp(noise(seed, 40, 0.1))
    return run({"train/loss": loss})


@sick("loss-falls-without-bound")
def lower_and_no_better(seed: int) -> Run:
    loss = -2.3 - 0.8 * np.arange(60) + noise(seed, 60, 0.3)
    accuracy = Series.of("val/metric/accuracy", np.arange(5, 60, 5), 0.02 + np.abs(noise(seed, 11, 0.004)))
    return run({"train/loss": loss, "val/metric/accuracy": accuracy})


@sick("first-loss-too-high")
def begins_in_the_thousands(seed: int) -> Run:
    loss = 0.8 + 2130.0 * np.exp(-np.arange(60) / 3.0) + np.abs(noise(seed, 60, 0.05))
    accuracy = Series.of("val/metric/accuracy", np.arange(5, 60, 5), np.linspace(0.4, 0.7, 11))
    return run({"train/loss": loss, "val/metric/accuracy": accuracy}, loss="cross-entropy")


@sick("error-at-variance")
def answers_the_mean(seed: int) -> Run:
    val = Series.of("val/loss", np.arange(5, 60, 5), 0.98 + noise(seed, 11, 0.01))
    return run({"train/loss": 1.0 + noise(seed + 1, 60, 0.2), "val/loss": val}, loss="mse")


@sick("evaluations-never-change")
def the_same_weights_answer(seed: int) -> Run:
    val = Series.of("val/loss", np.arange(5, 60, 5), np.full(11, 2.3117))
    return run({"train/loss": 2.31 + noise(seed, 60, 0.03), "val/loss": val})
