"""Curves whose learning rate shows what is wrong."""

from __future__ import annotations

import numpy as np

from traindx.schema import Run
from traindx.testing.making import cosine, descent, falling, noise, run, sick, vary


@sick("lr-zero")
def no_rate_at_all(seed: int) -> Run:
    return run({"train/loss": 2.3 * np.exp(noise(seed, 200, 0.03)), "lr": np.zeros(200)}, classes=10)


@sick("lr-zero")
def rate_is_gone_too_soon(seed: int) -> Run:
    rate = np.concatenate((cosine(200), np.zeros(400)))
    loss = 1.2 + 1.1 * np.exp(-np.cumsum(rate) / 0.03)
    return run({"train/loss": loss * np.exp(noise(seed, 600, 0.04)), "lr": rate})


@sick("lr-zero", "plateau")
def rate_is_cut_away(seed: int) -> Run:
    cuts = np.cumsum(vary(seed).integers(15, 40, 5))
    rate = 1e-3 * 0.2 ** np.searchsorted(cuts, np.arange(600))
    loss = 0.04 + 0.9 * np.exp(-np.cumsum(rate) / 0.008)
    return run({"train/loss": loss * np.exp(noise(seed, 600, 0.03)), "lr": rate}, per="epoch", unit="epoch")


@sick("lr-jump")
def schedule_begins_anew(seed: int) -> Run:
    place = int(vary(seed).integers(450, 550))
    rate = np.where(np.arange(600) < place, cosine(600, warmup=0.0), 1e-3)
    loss = falling(seed, 600) * np.where(np.arange(600) < place, 1.0, 2.0)
    return run({"train/loss": loss, "lr": rate})


@sick("lr-changes-within-epoch")
def decays_with_every_batch(seed: int) -> Run:
    rate = 0.05 * 0.9 ** np.arange(600)
    loss = 1.1 + 1.2 * np.exp(-np.cumsum(rate) / 0.2)
    return run({"train/loss": loss * np.exp(noise(seed, 600, 0.05)), "lr": rate}, steps_per_epoch=100.0)


@sick("no-lr-decay")
def one_rate_to_the_end(seed: int) -> Run:
    loss = descent(400, 2.3, 0.3) * np.exp(noise(seed, 400, 0.1))
    return run({"train/loss": loss, "lr": np.full(400, 1e-3)})


@sick("high-learning-rate")
def adam_at_the_rate_of_sgd(seed: int) -> Run:
    loss = 1.9 * np.exp(noise(seed, 200, 0.1))
    return run({"train/loss": loss, "lr": np.full(200, 0.5)}, optimizer="Adam")
