"""Speed, memory and number format as they go in runs that nobody should be alarmed by."""

from __future__ import annotations

import numpy as np

from traindx.schema import Run, Series
from traindx.testing.making import Floats, cosine, falling, healthy, noise, run, vary


@healthy
def usual_loss_scale(seed: int) -> Run:
    points = 3000
    drawn = vary(seed)
    scale, skipped, state = np.empty(points), np.empty(points), 2.0**24
    count = 0
    limit = 2.0 ** drawn.integers(12, 17)
    for step in range(points):
        over = int(state > limit or (step > 60 and drawn.random() < 0.001))
        count += over
        state = state / 2.0 if over else state * 2.0 if step % 700 == 699 else state
        scale[step], skipped[step] = state, count
    curves = {"train/loss": falling(seed, points), "amp/scale": scale, "amp/skipped/total": skipped}
    return run(curves, precision="fp16")


@healthy
def pauses_and_a_slow_start(seed: int) -> Run:
    points = 1000
    drawn = vary(seed)
    step = 0.3 * np.exp(noise(seed, points, 0.05))
    data = step * drawn.uniform(0.02, 0.15) * np.exp(noise(seed + 1, points, 0.5))
    step[0], data[0] = 40.0, 8.0  # a compilation, the start of the workers
    for place in range(99, points, 100):  # an evaluation before the next batch is asked for
        data[place] += 25.0
        step[place] += 25.0
    step[249::250] += 12.0  # a checkpoint
    busy = 0.93 + 0.02 * noise(seed, points, 1.0)
    memory = 2e9 * (1.5 - np.exp(-np.arange(points) / 60.0)) + 1e6 * noise(seed, points, 1.0)
    curves = {"train/loss": falling(seed, points), "time/step": step, "time/data": np.minimum(data, step)}
    share = np.minimum(0.985, 0.8 + np.arange(points) / 100.0)  # an allocator that keeps what it had
    return run({**curves, "gpu/busy": busy, "gpu/memory": share, "memory/resident": memory})


@healthy
def a_cache_filled_in_the_first_epoch(seed: int) -> Run:
    points = 600
    place = np.minimum(np.arange(points), 200)
    memory = 3e9 + 2e7 * place + 1e7 * noise(seed, points, 1.0)
    return run({"train/loss": falling(seed, points), "memory/resident": memory}, steps_per_epoch=200.0)


@healthy
def episodes_that_become_longer(seed: int) -> Run:
    points = 300
    returns = 500.0 * (1.0 - np.exp(-np.arange(points) / 100.0)) + noise(seed, points, 20.0)
    seconds = (0.05 + 0.0006 * np.arange(points)) * np.exp(noise(seed, points, 0.05))
    return run({"train/metric/reward": returns, "train/loss/critic": np.abs(noise(seed, points, 1.0)) + 0.5,
                "time/step": seconds})  # fmt: skip


@healthy
def a_tiny_model_on_a_large_device(seed: int) -> Run:
    points = 300
    seconds = 0.004 * np.exp(noise(seed, points, 0.1))
    curves: dict[str, Floats] = {"time/step": seconds, "time/data": 0.02 * seconds}
    return run({"train/loss": falling(seed, points), "gpu/busy": 9.0 + 2.0 * noise(seed, points, 1.0), **curves})


@healthy
def ranks_that_agree(seed: int) -> Run:
    points = 200
    loss, rate = falling(seed, points), cosine(points)
    series: dict[str, Series | Floats] = {}
    for rank in range(4):
        own = None if rank == 0 else rank
        values = loss * np.exp(noise(seed + rank, points, 0.1))
        seconds = 0.5 * np.exp(noise(seed + 500 + rank, points, 0.15)) + 0.3 * (rank == 0) * (
            np.arange(points) % 50 == 0
        )
        for name, curve in (("train/loss", values), ("lr", rate), ("time/step", seconds)):
            one = Series.of(name, np.arange(points), curve, per="step", rank=own)
            series[one.key] = one
    return run(series)
