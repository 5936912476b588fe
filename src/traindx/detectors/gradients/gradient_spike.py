"""The gradient norm jumps to ten times its usual size and more, and comes back.

What it means: at single points the norm stands far above its own recent median, many times its usual scatter. `once` or
`repeated`; whether the loss answers is part of the evidence.

Why it matters: without clipping, such a step undoes many ordinary ones, and adaptive methods carry its square along for
hundreds of steps. With clipping it costs one step.

Not to be confused with: the large gradients of the first steps; a norm that is widely scattered all the time, as with
small batches or sparse rewards; a norm that rises and stays, which is exploding-gradients.

Blind spots: a log that keeps one step in fifty misses most spikes; a mean over steps flattens them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.spikes import Spike, spikes


@detector(
    series("grad/norm"),
    series("train/loss", optional=True),
    at_least=points(31),
    when="event",
    kinds=("once", "repeated"),
)
def gradient_spike(
    norm: Series,
    loss: Series | None,
    *,
    times: float = 10.0,  # the usual norm: heavy-tailed but healthy norms of transformers reach three to five
    z: float = 8.0,  # of the recent scatter of the logarithm
    often: float = 0.02,  # of the points: what happens more often is how this norm is distributed
) -> Findings:
    values = norm.values
    logs = np.full(values.size, np.nan)
    good = np.isfinite(values) & (values > 0)
    logs[good] = np.log(values[good])
    found = [one for one in spikes(logs, z=z, floor=0.1) if one.value - one.usual > np.log(times)]
    if not found:
        return
    highest = max(found, key=lambda one: one.value - one.usual)
    answers = [] if loss is None else [one for one in found if _answers(loss, norm.steps, one)]
    rare = len(found) <= max(3.0, often * values.size)
    first = found[0]
    yield Finding(
        severity="warning" if rare and (answers or (loss is None and len(found) > 1)) else "info",
        message=f"{norm.name} jumps to {np.exp(highest.value - highest.usual):.3g} times its usual size "
        + (f"at step {norm.steps[first.index]}" if len(found) == 1 else f"at {len(found)} places"),
        series=norm.name,
        first_step=int(norm.steps[first.index]),
        last_step=int(norm.steps[found[-1].last]),
        known_step=int(norm.steps[first.index]),
        open=found[-1].last == values.size - 1,
        evidence={
            "kind": "once" if len(found) == 1 else "repeated",
            "times": float(np.exp(highest.value - highest.usual)),
            "usual": float(np.exp(first.usual)),
            "steps": [int(norm.steps[one.index]) for one in found[:20]],
            "loss_answers": None if loss is None else len(answers),
        },
    )


def _answers(loss: Series, steps: NDArray[np.int64], spike: Spike) -> bool:
    """Whether the loss rises with the spike or in the points after it, beyond its recent scatter."""
    at = int(steps[spike.index])
    known = np.isfinite(loss.values)
    before = loss.values[known & (loss.steps < at)][-30:]
    after = loss.values[known & (loss.steps >= at)][:5]
    if before.size < 5 or not after.size:
        return False
    usual = float(np.median(before))
    scatter = 1.4826 * float(np.median(np.abs(before - usual)))
    return bool(after.max() > usual + max(5.0 * scatter, 0.1 * abs(usual)))
