"""Gradients become exactly zero in half precision.

What it means: the run is in float16, and layers that had a gradient at first have one of exactly zero at most of the
later points; or the count of entries that are exactly zero grew to most of the parameters.

Why it matters: float16 holds nothing below 6e-8. As the loss falls the gradients fall with it, and those that are
rounded to zero train nothing.

Not to be confused with: dead units, which have no gradient in any number format; layers that are frozen; float32 and
bfloat16, whose smallest numbers are far below.

Blind spots: a loop that measures after it divided the scale out again in float32; a log without the number format.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run


@detector(series("grad/norm/*", "grad/zeros"), whole_run(), setting("precision"), at_least=points(9), when="end")
def gradients_underflow(
    first: Series,
    run: Run,
    precision: Any,
    *,
    early: float = 0.1,  # share of zeros in the first third: more were never there
    late: float = 0.5,  # share of zeros in the last third
) -> Findings:
    if not _half(precision):
        return
    zeros = run.series.get("grad/zeros")
    shares = {layer: _shares(one.values == 0.0) for layer, one in run.layers("grad/norm").items() if len(one) >= 9}
    parameters = run.count("parameters")
    if zeros is not None and parameters and len(zeros) >= 9:
        shares["the entries"] = _shares(zeros.values / parameters)
    lost = [name for name, (begin, end) in shares.items() if begin < early and end > late]
    if not lost:
        return
    begin, end = shares[lost[0]]
    yield Finding(
        severity="warning",
        message=f"the gradient of {lost[0]} is zero in {end:.0%} of the last third, in {begin:.0%} of the first",
        series=first.name,
        first_step=int(first.steps[2 * len(first) // 3]),
        last_step=int(first.steps[-1]),
        known_step=int(first.steps[-1]),
        open=True,
        evidence={"share_early": begin, "share_late": end, "layers": lost[:20], "of": len(shares)},
    )


def _half(precision: Any) -> bool:
    """Whether the number format is float16, by any of its names."""
    word = str(precision).lower()
    return "bf" not in word and "bfloat" not in word and any(one in word for one in ("16", "half"))


def _shares(values: NDArray[Any]) -> tuple[float, float]:
    third = max(1, values.size // 3)
    return float(np.mean(values[:third])), float(np.mean(values[-third:]))
