"""The loss is the same number to the last digit, point after point.

What it means: the value does not change at all, not even by the noise that different batches bring. On validation,
where all evaluations see the same data, the same number again means that the model has not changed in between.

Why it matters: no update reaches the weights that the loss depends on and every batch gives the same output. No amount
of further training changes it.

Not to be confused with: a loss that is stuck where numbers end (nan-loss); a writer that repeats its last value until
the next one is measured; that makes stairs, which are reported as information only. A loss of few printed digits that
has come down far stands still for want of digits.

Blind spots: a frozen model whose batches differ shows noise about a level instead (see flat-loss).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.axis import in_order
from traindx.signals.ends_of_numbers import cut_off


@detector(
    series("train/loss", "train/loss/*", "val/loss", each=True),
    at_least=points(2),
    when="event",
)
def constant_loss(
    loss: Series,
    *,
    averages: int = 5,  # equal means over an epoch or a window: five agree in all their digits by no chance
    raw: int = 20,  # a writer that repeats values between two lines rarely holds one for longer
    grain: float = 1e-3,  # one unit of the last printed digit, as a share of the value; coarser values may well agree
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    enough = averages if loss.independent else raw
    for begin, end in _equal(values, 2):
        value = float(values[begin])
        # A term of a sum may be constant by design; a value at the end of the numbers is the subject of nan-loss.
        if end - begin < enough or loss.name.startswith("train/loss/") or bool(cut_off(value)):
            continue
        # Some digits must be seen to change elsewhere or to be many; and a value far down is a loss that has arrived.
        if value == 0.0 or _unit(value) > grain * abs(value) or abs(value) < 0.05 * abs(float(values[0])):
            continue
        stays = end == values.size
        yield Finding(
            severity=_severity(loss.name, value, float(values[0]), begin, end, values.size),
            message=f"{loss.name} is {value:.6g} to the last digit from step {steps[begin]} on, {end - begin} times",
            series=loss.name,
            first_step=int(steps[begin]),
            last_step=int(steps[end - 1]),
            known_step=int(steps[begin + enough - 1]),
            open=stays,
            evidence={"value": value, "points": end - begin, "of": int(values.size)},
        )
        return


def _severity(name: str, value: float, first: float, begin: int, end: int, size: int) -> str:
    """Worst when it never moved, or stands above its start; validation stands still whenever the rate has run out."""
    if end < size or (name == "val/loss" and begin and end - begin < 0.4 * size):
        return "info"
    return "error" if begin == 0 or abs(value) > abs(first) else "warning"


def _equal(values: NDArray[np.float64], enough: int) -> list[tuple[int, int]]:
    """Stretches of equal values that are long enough."""
    if not values.size:
        return []
    begins = np.concatenate(([0], np.flatnonzero(np.diff(values) != 0.0) + 1))
    ends = np.append(begins[1:], values.size)
    return [(int(a), int(b)) for a, b in zip(begins, ends, strict=True) if b - a >= enough]


def _unit(value: float) -> float:
    """One unit of the last digit that the value was printed with."""
    digits = f"{abs(value):.17g}" if not math.isfinite(value) else repr(abs(value))
    mantissa, _, exponent = digits.partition("e")
    fraction = mantissa.partition(".")[2]
    shift = -len(fraction) + int(exponent or 0)
    return float(10.0**shift) if fraction.strip("0") else 1.0
