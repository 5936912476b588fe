"""Memory grows with every step.

What it means: the memory of the process or of the device rises along a nearly straight line, by three tenths and more
since the start of the run, and does not level off.

Why it matters: something is kept that should be let go: a loss that is summed up as a tensor with its graph, outputs in
a list, a cache without a bound. It ends out of memory, hours later.

Not to be confused with: the first steps, in which allocators find their size; a cache that fills during the first epoch
and then stands; the highest memory so far, which can only rise and does so in rare steps.

Blind spots: growth that a restart of the workers undoes every epoch.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.signals.levels import straightness
from traindx.signals.pace import block_medians


@detector(
    series("memory/resident", "gpu/memory/used", "gpu/memory", each=True), whole_run(), at_least=points(20), when="end"
)
def memory_grows(
    memory: Series,
    run: Run,
    *,
    growth: float = 0.3,  # since the second tenth of the run: fragmentation takes a tenth
    straight: float = 0.9,  # of the variance of ten medians along a line: what levels off has less
) -> Findings:
    keep = np.isfinite(memory.values) & (memory.values > 0)
    values, steps = memory.values[keep], memory.steps[keep]
    if values.size < 20 or len(set(steps.tolist())) < 20:
        return
    levels = block_medians(values, 10)[1:]
    _, share = straightness(levels)
    rises = np.diff(levels)
    even = bool((rises > 0).mean() >= 0.85 and rises.max() < 0.5 * (levels[-1] - levels[0]))
    if levels[-1] < (1.0 + growth) * levels[0] or share < straight or not even:
        return
    epochs = run.epochs_between(int(steps[0]), int(steps[-1]))
    caching = epochs is not None and epochs <= 1.0  # every sample is seen for the first time
    yield Finding(
        severity="info" if caching else "warning",
        message=f"{memory.name} grows from {levels[0]:.4g} to {levels[-1]:.4g}, along a line",
        series=memory.name,
        first_step=int(steps[steps.size // 10]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"times": float(levels[-1] / levels[0]), "straight": share, "epochs": epochs},
    )
