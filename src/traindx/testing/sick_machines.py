"""Curves whose speed, memory, number format or ranks show what is wrong."""

from __future__ import annotations

import numpy as np

from traindx.schema import Run, Series
from traindx.testing.making import Floats, cosine, falling, noise, run, sick, vary


def _seconds(seed: int, points: int, level: float = 0.3) -> Floats:
    return np.asarray(level * np.exp(noise(seed, points, 0.08)))


@sick("loss-scale-falling", "optimizer-skips-steps")
def every_step_overflows(seed: int) -> Run:
    place = np.arange(200)
    fails = np.maximum(0, place - int(vary(seed).integers(70, 100)))
    scale = 2.0 ** np.maximum(14.0 - fails, -20.0)
    return run({"train/loss": falling(seed, 200), "amp/scale": scale, "amp/skipped/total": fails}, precision="fp16")


@sick("gradients-underflow")
def layers_fall_below_half_precision(seed: int) -> Run:
    early = np.exp(-np.arange(120) / 20.0 + noise(seed, 120, 0.3))
    early[early < 0.05] = 0.0
    layers = {"grad/norm/0.weight": 1e-5 * early, "grad/norm/2.weight": np.exp(noise(seed + 1, 120, 0.3))}
    return run({"train/loss": falling(seed, 120, floor=1.5), **layers}, precision="float16")


@sick("input-bound")
def waits_for_every_batch(seed: int) -> Run:
    step = _seconds(seed, 300)
    return run({"train/loss": falling(seed, 300), "time/step": step, "time/data": vary(seed).uniform(0.6, 0.8) * step})


@sick("input-bound")
def waits_for_every_fourth_batch(seed: int) -> Run:
    fourth = np.arange(400) % 4 == 0
    step = _seconds(seed, 400) * np.where(fourth, 6.0, 1.0)
    return run({"train/loss": falling(seed, 400), "time/step": step, "time/data": step * np.where(fourth, 0.9, 0.02)})


@sick("throughput-drop")
def twice_as_slow_from_here(seed: int) -> Run:
    after = np.arange(400) >= vary(seed).integers(150, 300)
    return run(
        {"train/loss": falling(seed, 400), "throughput/samples": 1.0 / (_seconds(seed, 400) * (1 + 1.8 * after))}
    )


@sick("step-time-grows")
def a_graph_that_is_kept(seed: int) -> Run:
    growth = 1.0 + np.arange(300) / vary(seed).uniform(100.0, 200.0)
    return run({"train/loss": falling(seed, 300), "time/step": _seconds(seed, 300) * growth})


@sick("gpu-idle")
def a_device_that_waits(seed: int) -> Run:
    return run({"train/loss": falling(seed, 100), "gpu/busy": 12.0 + 3.0 * noise(seed, 100, 1.0)})


@sick("gpu-memory-nearly-full", "memory-grows")
def memory_until_it_is_full(seed: int) -> Run:
    share = 0.4 + 0.6 * np.arange(200) / 199 + 0.002 * noise(seed, 200, 1.0)
    return run({"train/loss": falling(seed, 200), "gpu/memory": share})


@sick("memory-grows")
def losses_kept_with_their_graph(seed: int) -> Run:
    memory = 2e9 + vary(seed).uniform(5e6, 2e7) * np.arange(500) + 1e7 * noise(seed, 500, 1.0)
    return run({"train/loss": falling(seed, 500), "memory/resident": memory}, steps_per_epoch=100.0)


def _ranks(name: str, curves: list[Floats]) -> dict[str, Series]:
    made = [
        Series.of(name, np.arange(len(curve)), curve, per="step", rank=rank or None)
        for rank, curve in enumerate(curves)
    ]
    return {one.key: one for one in made}


@sick("ranks-differ")
def ranks_that_part(seed: int) -> Run:
    drift = np.exp(np.clip(np.arange(200) - 60, 0, None) / 100.0)
    losses = [falling(seed + rank, 200) * (drift if rank == 2 else 1.0) for rank in range(4)]
    return run(_ranks("train/loss", losses))


@sick("ranks-differ")
def ranks_with_rates_of_their_own(seed: int) -> Run:
    losses = [falling(seed + rank, 100) for rank in range(2)]
    rates = [cosine(100, 1e-3), cosine(100, 2e-3)]
    return run({**_ranks("train/loss", losses), **_ranks("lr", rates)})


@sick("lagging-rank")
def one_rank_is_late(seed: int) -> Run:
    seconds = [_seconds(seed + rank, 100, 0.6 if rank == 3 else 0.4) for rank in range(4)]
    return run({"train/loss": falling(seed, 100), **_ranks("time/step", seconds)})
