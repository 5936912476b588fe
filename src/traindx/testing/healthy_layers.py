"""Layers as they differ in runs that nobody should be alarmed by."""

from __future__ import annotations

import numpy as np

from traindx.schema import Run
from traindx.testing.making import Floats, cosine, descent, healthy, noise, run, vary

BLOCKS = 6
PARTS = ("attn.qkv.weight", "attn.proj.weight", "mlp.fc1.weight", "mlp.fc2.weight", "ln1.weight", "mlp.fc1.bias")


def tensors(seed: int) -> dict[str, float]:
    """The tensors of a transformer with the usual size of their gradients, a hundredfold apart."""
    drawn = vary(seed)
    names = ["wte.weight", *(f"h.{block}.{part}" for block in range(BLOCKS) for part in PARTS), "head.weight"]
    return {name: float(10.0 ** drawn.uniform(-1.5, 0.5)) for name in names}


def wobbling(seed: int, points: int, level: float) -> Floats:
    """A norm that falls a little while the loss does."""
    return np.asarray(level * descent(points, 1.0, 0.3) * np.exp(noise(seed, points, 0.3)))


@healthy
def layers_of_a_transformer(seed: int) -> Run:
    points, rate = 120, cosine(120, 1e-3)
    curves: dict[str, Floats] = {
        "train/loss": descent(points, 6.0, 3.0) * np.exp(noise(seed, points, 0.03)),
        "lr": rate,
    }
    for place, (name, level) in enumerate(tensors(seed).items()):
        slight = name.endswith("bias") or ".ln" in name
        curves[f"grad/norm/{name}"] = wobbling(seed + place, points, level * (0.02 if slight else 1.0))
        size = 0.05 if slight else 20.0
        curves[f"weight/norm/{name}"] = size * (1.0 + 0.5 * np.sqrt(np.arange(points) / points))
        ratio = (30.0 if slight else 1.0) * rate * np.exp(noise(seed + 500 + place, points, 0.2))
        curves[f"update/ratio/{name}"] = ratio
    curves["grad/norm/h.3.attn.qkv.bias"] = 1e-9 * np.exp(noise(seed, points, 0.5))  # what softmax does not see
    curves["act/dead/h.2.mlp.act"] = 0.25 + 0.02 * noise(seed, points, 1.0)
    return run(curves, every=10)


@healthy
def a_frozen_backbone(seed: int) -> Run:
    points = 80
    curves: dict[str, Floats] = {"train/loss": descent(points, 2.3, 0.4) * np.exp(noise(seed, points, 0.05))}
    for place in range(10):
        curves[f"grad/norm/features.{place}.weight"] = np.zeros(points)
        curves[f"weight/norm/features.{place}.weight"] = np.full(points, 5.0 + place)
    curves["grad/norm/classifier.weight"] = wobbling(seed, points, 1.0)
    curves["weight/norm/classifier.weight"] = 1.0 + np.sqrt(np.arange(points) / points)
    return run(curves, every=5)


@healthy
def experts_that_take_turns(seed: int) -> Run:
    points = 200
    drawn = vary(seed)
    curves: dict[str, Floats] = {"train/loss": descent(points, 5.0, 2.5) * np.exp(noise(seed, points, 0.03))}
    for place in range(8):
        here = drawn.random(points) < drawn.uniform(0.1, 0.6)
        curves[f"grad/norm/moe.experts.{place}.weight"] = here * wobbling(seed + place, points, 0.3)
    curves["grad/norm/embed_tokens.weight"] = wobbling(seed, points, 0.01)
    curves["grad/norm/lm_head.weight"] = wobbling(seed + 501, points, 2.0)
    return run(curves)


@healthy
def adapters_that_start_at_zero(seed: int) -> Run:
    points = 60
    loss = vary(seed).uniform(1.0, 2.0) * descent(points, 1.0, 0.8) * np.exp(noise(seed, points, 0.04))
    curves: dict[str, Floats] = {"train/loss": loss, "lr": cosine(points, 2e-4)}
    grows = np.sqrt(np.arange(points) / points)
    for place in range(4):
        name = f"layers.{place}.q_proj"
        first = wobbling(seed + place, points, 0.1) * (np.arange(points) > 0)  # its partner is zero at the first step
        curves[f"grad/norm/{name}.lora_A.weight"] = first
        curves[f"grad/norm/{name}.lora_B.weight"] = wobbling(seed + 500 + place, points, 0.5)
        curves[f"weight/norm/{name}.lora_A.weight"] = 3.0 + 0.1 * grows
        curves[f"weight/norm/{name}.lora_B.weight"] = 0.5 * grows
        curves[f"update/ratio/{name}.lora_B.weight"] = np.asarray(1.0 / (1.0 + np.arange(points)), dtype=np.float64)
        curves[f"update/ratio/{name}.lora_A.weight"] = 1e-4 * np.exp(noise(seed + place, points, 0.2))
    return run(curves, every=10, per="window")
