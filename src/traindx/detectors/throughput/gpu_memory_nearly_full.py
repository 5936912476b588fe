"""The memory of the device is nearly full.

What it means: more than 95 % of it is in use at the end. Where it rose to that over the run it is a warning
(`filling`), where it stood there it is information (`stands`).

Why it matters: one longer batch, one evaluation, one more tensor that is kept, and the run ends out of memory.

Not to be confused with: allocators that keep what they once had (PyTorch), or take nearly all of it at the start (JAX,
TensorFlow): a memory that is full from the first steps on and stays so is how they work.

Blind spots: what is used is not told from what is only kept.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.pace import as_share, block_medians


@detector(series("gpu/memory"), at_least=points(10), when="end", kinds=("filling", "stands"))
def gpu_memory_nearly_full(
    memory: Series,
    *,
    full: float = 0.95,
    filled: float = 0.1,  # of the memory since the first tenth of the run: allocators have found their size by then
) -> Findings:
    shares = as_share(memory.values)
    keep = np.isfinite(shares) & (shares >= 0)
    if int(keep.sum()) < 10:
        return
    levels = block_medians(shares[keep], 10)
    if not full <= levels[-1] <= 1.05:
        return
    filling = bool(levels[-1] - levels[1] >= filled and levels[-1] > levels[6])
    yield Finding(
        severity="warning" if filling else "info",
        message=f"{levels[-1]:.0%} of the device's memory is in use, {levels[1]:.0%} after the start",
        series=memory.name,
        first_step=int(memory.steps[0]),
        last_step=int(memory.steps[-1]),
        known_step=int(memory.steps[-1]),
        open=True,
        evidence={
            "kind": "filling" if filling else "stands",
            "now": float(levels[-1]),
            "after_start": float(levels[1]),
        },
    )
