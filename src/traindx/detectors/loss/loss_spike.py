"""The loss jumps up and comes back.

What it means: within a few points the loss stood far above its usual level, farther than its noise ever went, and then
returned. `once`, `repeated` (three times and more; twice where a point stands for many steps) or `periodic` (at the
same place of every epoch).

Why it matters: at a spike the weights take a step that the loss did not ask for. A rare one is survived; repeated ones
say that the training is close to its limit, or that some batches are not what they should be.

Not to be confused with: noise of small batches, which is skewed (it is judged on the logarithm); a restart of the
learning rate; a loss that jumps and stays (loss-level-shift) or keeps climbing (diverging-loss). Losses of an agent
that earns returns jump at each rare reward, and are not judged.

Blind spots: means over many steps hide spikes. A spike is told only once the loss has come back.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run
from traindx.schema.rewards import returns
from traindx.signals.axis import in_order
from traindx.signals.bursts import Burst, bursts, leaps
from traindx.signals.relative import scales
from traindx.signals.spikes import Spike, spikes


@detector(
    series("train/loss"),
    setting("steps_per_epoch", optional=True),
    whole_run(),
    at_least=points(5),
    when="event",
    kinds=("once", "repeated", "periodic"),
)
def loss_spike(
    loss: Series,
    steps_per_epoch: Any,
    run: Run,
    *,
    z: float = 8.0,  # on the logarithm of skewed batch losses: none in 1000 healthy steps above 5, fat tails reach 8
    rise: float = 0.405,  # half as much again: below that nobody sees it
    longest: int = 20,  # points; the usual level is a median of 51, which a longer stretch would move
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    found = _all(values, z, rise, longest)
    if not found or returns(run) is not None:
        return
    kind = _kind([int(steps[one.place]) for one in found], values.size, steps_per_epoch, _apart(loss))
    top = max(found, key=lambda one: values[one.place : one.last + 1].max())
    first = min(found, key=lambda one: (one.known, one.place))  # what was known first stays the first
    highest = float(values[top.place : top.last + 1].max())
    times = "" if len(found) == 1 else f" {len(found)} times, first"
    yield Finding(
        severity="warning" if _matters(kind, top, values, loss, len(found)) else "info",
        message=f"{loss.name} jumps{times} at step {steps[first.place]}, from {top.usual:.4g} up to {highest:.4g}",
        series=loss.name,
        first_step=int(steps[first.place]),
        last_step=int(steps[max(one.last for one in found)]),
        known_step=int(steps[first.known]),
        evidence={"kind": kind, "usual": top.usual, "value": highest, "count": len(found), "z": round(top.z, 1),
                  "at": [int(steps[one.place]) for one in found[:50]]},
    )  # fmt: skip


def _all(values: NDArray[np.float64], z: float, rise: float, longest: int) -> list[Burst]:
    """Each spike once, in order, as the first way that knew of it tells it."""
    ways = leaps(values)
    for scale in scales(values):
        # Among few points twice as much is the least to be told from a descent that is not even; as a share, as much
        # as the loss was at first.
        for one in bursts(scale.values, rise=math.log(2.0) if scale.logarithmic else 1.0, z=z):
            usual = float(np.median(values[max(0, one.place - 5) : one.place]))
            ways += [one._replace(usual=usual)] if one.place >= scale.begin else []
        for spike in _spikes(scale.values, scale.begin, z, rise, longest):
            usual = float(np.median(values[max(0, spike.index - 51) : spike.index]))
            ways.append(
                Burst(spike.index, spike.last, min(spike.last + 3, values.size - 1), usual, spike.value, spike.z)
            )
    found: list[Burst] = []
    for way in sorted(ways, key=lambda one: (one.known, one.place)):
        if all(way.last < one.place or way.place > one.last for one in found):
            found.append(way)
    return sorted(found)


def _spikes(scaled: NDArray[np.float64], begin: int, z: float, rise: float, longest: int) -> list[Spike]:
    """Those that came back, rose enough, and went farther than the noise in front of them ever did."""
    kept: list[Spike] = []
    taken = np.zeros(scaled.size, dtype=bool)
    for one in spikes(scaled, z=z, floor=0.02):
        taken[one.index : one.last + 1] = True
        height = one.value - one.usual
        after = scaled[one.last + 1 : one.last + 4]
        if one.index < begin or height < rise or one.last - one.index >= longest or after.size < 3:
            continue
        near = slice(max(0, one.index - 50), one.index)
        noise = float(np.max(scaled[near][~taken[near]], initial=one.usual)) - one.usual
        if float(np.median(after)) <= one.usual + 0.5 * height and height > 1.6 * noise:
            kept.append(one)
    return kept


def _apart(loss: Series) -> float:
    """How many steps there are to a point."""
    steps = loss.steps
    return float(steps[-1] - steps[0]) / max(1, len(steps) - 1)


def _matters(kind: str, top: Burst, values: NDArray[np.float64], loss: Series, count: int) -> bool:
    """Repeated ones matter when they undo a fifth of the descent, single ones when they are high as well."""
    height, start = float(values[top.place : top.last + 1].max()), float(np.median(values[:3]))
    # Of a loss that has come down to next to nothing, many times as much is little still.
    base = abs(top.usual) + 0.03 * abs(start)
    undone = height - top.usual > 0.2 * (start - top.usual)
    # A mean is not moved by one sample that is hard; a batch is, yet hardly above where all of them were unknown.
    whole = loss.per in ("epoch", "window", "evaluation") or height > start
    # One step leaves nothing behind; at several the weights took part. A mean, or a line that many steps are between,
    # does not catch a single step by chance: there three times the usual is a lot.
    sparse = whole and loss.independent and height - abs(top.usual) > 2.0 * base
    once = sparse or (height > 5.0 * base and top.last > top.place)
    # One batch in thousands is a freak of fat tails, however high; one in a few hundred is none.
    freak = kind == "once" and not loss.independent and top.last == top.place and values.size > 500
    often = kind != "once" and (count > 2 or whole)
    return (height > 10.0 * base and (whole or count > 2) and not freak) or (undone and (often or once))


def _kind(places: list[int], size: int, steps_per_epoch: Any, apart: float) -> str:
    # Fat tails of batch noise make one in thousands of steps look like a spike; three such say nothing in a long log.
    # A line of a log that leaves most steps out stands for as many spikes that were not written down.
    if len(places) < max(3 if size > 30 and apart < 5.0 else 2, size // 1500):
        return "once"
    # Two lie at one place of the epoch by chance every fifth time.
    if len(places) > 2 and isinstance(steps_per_epoch, int | float) and steps_per_epoch >= 8:
        phase = np.exp(2j * np.pi * np.array(places) / float(steps_per_epoch))
        several_epochs = places[-1] - places[0] >= 1.5 * float(steps_per_epoch)
        if several_epochs and abs(phase.mean()) > 0.95:
            return "periodic"
    return "repeated"
