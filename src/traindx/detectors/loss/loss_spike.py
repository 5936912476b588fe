"""The loss jumps up and comes back.

What it means: within a few points the loss stood far above its usual level, farther than its noise ever went, and then
returned. `once`, `repeated` (three times and more) or `periodic` (at the same place of every epoch).

Why it matters: at a spike the weights take a step that the loss did not ask for. A rare one is survived; repeated ones
say that the training is close to its limit, or that some batches are not what they should be.

Not to be confused with: noise of small batches, which is skewed (it is judged on the logarithm); a restart of the
learning rate; a loss that jumps and stays (loss-level-shift) or keeps climbing (diverging-loss).

Blind spots: means over many steps hide spikes. A spike is told only once the loss has come back.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series, setting
from traindx.signals.axis import in_order
from traindx.signals.relative import scales
from traindx.signals.spikes import Spike, spikes


@detector(
    series("train/loss"),
    setting("steps_per_epoch", optional=True),
    at_least=points(5),
    when="event",
    kinds=("once", "repeated", "periodic"),
)
def loss_spike(
    loss: Series,
    steps_per_epoch: Any,
    *,
    z: float = 8.0,  # on the logarithm of skewed batch losses: none in 1000 healthy steps above 5, fat tails reach 8
    rise: float = 0.405,  # half as much again: below that nobody sees it
    longest: int = 20,  # points; the usual level is a median of 51, which a longer stretch would move
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    found = _tenfold(values)
    found += [one for scale in scales(values) for one in _spikes(scale.values, scale.begin, z, rise, longest)]
    if not found:
        return
    kind = _kind([int(steps[one.index]) for one in found], values.size, steps_per_epoch)
    top = max(found, key=lambda one: values[one.index : one.last + 1].max())
    first = found[0]
    highest = float(values[top.index : top.last + 1].max())
    usual = float(np.median(values[max(0, top.index - 51) : top.index]))
    times = "" if len(found) == 1 else f" {len(found)} times, first"
    yield Finding(
        severity="warning" if _matters(kind, top, values) else "info",
        message=f"{loss.name} jumps{times} at step {steps[first.index]}, from {usual:.4g} up to {highest:.4g}",
        series=loss.name,
        first_step=int(steps[first.index]),
        last_step=int(steps[found[-1].last]),
        known_step=int(steps[min(first.last + 3, steps.size - 1)]),
        evidence={"kind": kind, "usual": usual, "value": highest, "count": len(found), "z": round(top.z, 1),
                  "at": [int(steps[one.index]) for one in found[:50]]},
    )  # fmt: skip


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


def _tenfold(values: NDArray[np.float64]) -> list[Spike]:
    """Before there is a usual level: ten times all that was before, or eight times the usual again and again."""
    found, first = [], None
    for place in range(1, min(values.size - 1, 30)):
        value, before = float(values[place]), np.abs(values[:place])
        usual = float(np.median(before))
        if not value > 8.0 * usual > 0.0 or values[place + 1] > value / 3.0:
            continue
        found.append(Spike(index=place, usual=usual, value=value, z=0.0, last=place))
        if first is None and place >= 3 and value > 10.0 * float(before.max()):
            first = len(found) - 1
    # Two of them are told from the first on; a single one needs three values in front.
    return found if len(found) > 1 else found[first:] if first is not None else []


def _matters(kind: str, top: Spike, values: NDArray[np.float64]) -> bool:
    """Repeated ones matter when they undo a fifth of the descent, single ones when they are high as well."""
    usual = float(np.median(values[max(0, top.index - 51) : top.index]))
    height, start = float(values[top.index : top.last + 1].max()), float(np.median(values[:3]))
    # Of a loss that has come down to next to nothing, many times as much is little still.
    base = abs(usual) + 0.03 * abs(start)
    undone = height - usual > 0.2 * (start - usual)
    # At one point nothing is left of it; at several the weights took part.
    once = height > 5.0 * base and top.last > top.index
    return height > 10.0 * base or (undone and (kind != "once" or once))


def _kind(places: list[int], size: int, steps_per_epoch: Any) -> str:
    # Fat tails of batch noise make one in thousands of steps look like a spike; three such say nothing in a long log.
    if len(places) < max(3 if size > 30 else 2, size // 1500):
        return "once"
    if isinstance(steps_per_epoch, int | float) and steps_per_epoch >= 8:
        phase = np.exp(2j * np.pi * np.array(places) / float(steps_per_epoch))
        several_epochs = places[-1] - places[0] >= 1.5 * float(steps_per_epoch)
        if several_epochs and abs(phase.mean()) > 0.95:
            return "periodic"
    return "repeated"
