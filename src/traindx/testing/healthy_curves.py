"""Curves of runs that nobody should be alarmed by, in the many shapes that healthy runs have."""

from __future__ import annotations

import math

import numpy as np

from traindx.schema import Run, Series
from traindx.testing.making import cosine, descent, healthy, noise, run, vary


@healthy
def power_law(seed: int) -> Run:
    draw = vary(seed)
    points = int(draw.integers(300, 2000))
    loss = descent(points, draw.uniform(2, 8), draw.uniform(0.2, 2.0), power=draw.uniform(0.3, 1.2))
    return run({"train/loss": loss * np.exp(noise(seed, points, draw.uniform(0.01, 0.25)))})


@healthy
def correlated_noise(seed: int) -> Run:
    draw = vary(seed)
    loss = descent(800, 2.303, draw.uniform(0.1, 0.8)) * np.exp(noise(seed, 800, 0.15, r=draw.uniform(0.5, 0.97)))
    return run({"train/loss": loss}, classes=10)


@healthy
def cosine_schedule(seed: int) -> Run:
    rate = cosine(1000)
    loss = 0.3 + 2.0 * np.exp(-np.cumsum(rate) / 0.1) + 150.0 * rate * vary(seed).uniform(0.2, 1.0)
    return run({"train/loss": loss * np.exp(noise(seed, 1000, 0.08)), "lr": rate})


@healthy
def warm_restarts(seed: int) -> Run:
    cycle = int(vary(seed).integers(100, 300))
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
    draw = vary(seed)
    loss = descent(1500, 2.3, 0.3, power=0.8) * np.exp(noise(seed, 1500, draw.uniform(0.4, 0.9)))
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
    loss = descent(700, 3.0, vary(seed).uniform(-4.0, -1.0), power=0.9) + noise(seed, 700, 0.15, r=0.3)
    return run({"train/loss": loss}, loss="GaussianNLLLoss")


@healthy
def fine_tuning_at_its_floor(seed: int) -> Run:
    draw = vary(seed)
    level = draw.uniform(0.3, 2.6)
    points = int(draw.integers(60, 600))
    drift = 1.0 - draw.uniform(0.0, 0.05) * np.arange(points) / points
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
    draw = vary(seed)
    points = int(draw.integers(5, 61))
    loss = descent(points, draw.uniform(1, 7), draw.uniform(0.1, 1.0), scale=0.1) * np.exp(noise(seed, points, 0.05))
    return run({"train/loss": loss}, every=100, per="window")


@healthy
def epoch_means(seed: int) -> Run:
    draw = vary(seed)
    epochs = int(draw.integers(8, 120))
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
    loss = descent(1000, start, start - vary(seed).uniform(0.6, 1.5), power=0.6) + noise(seed, 1000, 0.03)
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
    begin = int(vary(seed).integers(60, 200))
    place = np.arange(700)
    loss = 0.2 + 2.1 / (1.0 + np.exp((place - begin) / 12.0))
    return run({"train/loss": loss * np.exp(noise(seed, 700, 0.04))}, classes=10)


@healthy
def large_regression(seed: int) -> Run:
    loss = 1e6 * np.exp(-np.arange(500) / 45.0) + vary(seed).uniform(1.0, 50.0)
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
    loss = vary(seed).uniform(0.5, 2.0) * np.exp(noise(seed, 120, 0.04))
    return run({"train/loss": loss}, start=80_000, every=50)


@healthy
def epoch_cycle(seed: int) -> Run:
    hard = np.where(np.arange(900) % 90 == 89, 1.25, 1.0)
    loss = descent(900, 2.3, 0.3) * hard * np.exp(noise(seed, 900, 0.08))
    return run({"train/loss": loss}, steps_per_epoch=90.0)


@healthy
def text_model_of_many_epochs(seed: int) -> Run:
    loss = descent(44, 4.15, vary(seed).uniform(1.9, 2.3), power=1.4, scale=0.04) * np.exp(noise(seed, 44, 0.04))
    return run({"train/loss": loss}, every=8, steps_per_epoch=25.0, classes=61, loss="cross-entropy")


@healthy
def printed_batches(seed: int) -> Run:
    loss = descent(60, 1.1, vary(seed).uniform(0.25, 0.5), power=1.2, scale=0.08) * np.exp(noise(seed, 60, 0.35))
    return run({"train/loss": loss}, every=10, steps_per_epoch=21.0, loss="mse", batch_size=16)


@healthy
def memorized_but_for_hard_samples(seed: int) -> Run:
    loss = (0.02 + 1.5 * np.exp(-np.arange(3000) / 60.0)) * np.exp(noise(seed, 3000, 0.1))
    hard = vary(seed).choice(np.arange(500, 3000), 5, replace=False)
    loss[hard] = vary(seed).uniform(0.06, 0.15, 5)
    return run({"train/loss": loss}, classes=5)


@healthy
def heavy_dropout(seed: int) -> Run:
    share = np.arange(100) / 99
    loss = (0.56 + 0.1 * np.exp(-share / 0.5)) * np.exp(noise(seed, 100, 0.03))
    val = Series.of("val/loss", 500 * np.arange(1, 11), 0.54 + 0.12 * np.exp(-np.arange(10) / 5.0), per="evaluation")
    return run({"train/loss": loss, "val/loss": val}, every=50, steps_per_epoch=500.0)
