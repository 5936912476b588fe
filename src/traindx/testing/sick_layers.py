"""Curves whose layers show what is wrong."""

from __future__ import annotations

import math

import numpy as np

from traindx.schema import Run
from traindx.testing.healthy_layers import wobbling
from traindx.testing.making import Floats, cosine, falling, noise, run, sick, vary


def _flat(seed: int, points: int) -> Floats:
    return np.asarray(math.log(10) + noise(seed, points, 0.02))


def _layers(seed: int, points: int, levels: list[float], kind: str = "grad/norm") -> dict[str, Floats]:
    return {f"{kind}/{2 * at}.weight": wobbling(seed + at, points, level) for at, level in enumerate(levels)}


@sick("zero-gradients")
def nothing_below_the_head(seed: int) -> Run:
    layers = {**_layers(seed, 40, [0.0] * 5), "grad/norm/head.weight": wobbling(seed, 40, 0.3)}
    return run({"train/loss": _flat(seed, 40), **layers}, every=10)


@sick("zero-gradients")
def a_layer_dies_on_the_way(seed: int) -> Run:
    layers = _layers(seed, 100, [0.3, 0.4, 0.5, 0.6])
    layers["grad/norm/2.weight"][int(vary(seed).integers(20, 50)) :] = 0.0
    return run({"train/loss": _flat(seed, 100), **layers})


@sick("vanishing-gradients")
def an_early_layer_fades(seed: int) -> Run:
    layers = _layers(seed, 120, [0.3, 0.4, 0.5])
    layers["grad/norm/0.weight"] *= np.exp(-np.arange(120) / 8.0)
    return run({"train/loss": _flat(seed, 120), **layers})


@sick("missing-gradients")
def one_layer_has_no_gradient(seed: int) -> Run:
    weights = _layers(seed, 20, [3.0, 4.0, 5.0], "weight/norm")
    gradients = _layers(seed, 20, [0.3, 0.4])
    return run({"train/loss": falling(seed, 20), **weights, **gradients})


@sick("gradient-imbalance")
def a_sigmoid_at_every_layer(seed: int) -> Run:
    levels = (10.0 ** (vary(seed).uniform(0.5, 0.9) * (np.arange(10) - 9.0))).tolist()
    return run({"train/loss": _flat(seed, 30), **_layers(seed, 30, levels)}, every=10)


@sick("gradient-imbalance")
def one_backward_pass_of_a_deep_net(seed: int) -> Run:
    return run(_layers(seed, 1, (10.0 ** (0.7 * (np.arange(8) - 7.0))).tolist()))


@sick("tiny-updates")
def a_rate_of_nothing(seed: int) -> Run:
    loss = 2.3 - 1e-4 * np.arange(100) / 100 + noise(seed, 100, 0.01)
    return run({"train/loss": loss, **_layers(seed, 100, [2e-8, 5e-8, 3e-8], "update/ratio"), "lr": cosine(100, 1e-8)})


@sick("huge-updates")
def weights_thrown_about(seed: int) -> Run:
    loss = 2.5 * np.exp(noise(seed, 100, 0.3))
    return run({"train/loss": loss, **_layers(seed, 100, [0.8, 0.7, 1.5], "update/ratio")})


@sick("unchanged-weights")
def never_stepped(seed: int) -> Run:
    weights = {f"weight/norm/{at}.weight": np.full(60, 3.0 + at + seed) for at in range(4)}
    return run({"train/loss": _flat(seed, 60), **weights})


@sick("weights-diverge")
def weights_that_feed_themselves(seed: int) -> Run:
    growth = np.exp(np.arange(80) / vary(seed).uniform(15.0, 25.0))
    weights = {f"weight/norm/{at}.weight": (3.0 + at) * growth for at in range(4)}
    return run({"train/loss": 2.3 * growth**0.3, **weights})


@sick("nan-weights")
def a_weight_breaks(seed: int) -> Run:
    broken = np.full(40, 3.0 + 0.01 * seed)
    broken[int(vary(seed).integers(10, 30)) :] = np.nan
    return run(
        {"train/loss": falling(seed, 40), "weight/norm/0.weight": broken, "weight/norm/2.weight": np.full(40, 4.0)}
    )


@sick("dead-relu-units")
def units_that_died(seed: int) -> Run:
    dead = np.clip(0.1 + 0.02 * np.arange(50) + 0.01 * noise(seed, 50, 1.0), 0.0, 0.98)
    return run({"train/loss": _flat(seed, 50), "act/dead/relu1": dead})


@sick("saturated-units")
def units_at_their_bound(seed: int) -> Run:
    share = np.clip(0.85 + 0.02 * noise(seed, 50, 1.0), 0.0, 1.0)
    return run({"train/loss": _flat(seed, 50), "act/saturated/tanh3": share})
