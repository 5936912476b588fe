"""The weights are far larger or smaller than a start needs, and the signal suffers.

What it means: the usual weight matrix has a spread of so many times 1 / sqrt(fan in), which is what keeps a signal at
its size: He's start gives 1.4, Xavier's 1, PyTorch's own .58. `too-large`: over six times; `too-small`: under a
twentieth.

Why it matters: six times a layer is a thousandfold over four layers: sure and wrong answers, units at their bound, or
overflow. A twentieth leaves nothing after three.

Not to be confused with: what only looks odd: a normal of .02 whatever the width is, orthogonal matrices, tables, gates,
branches that begin at zero. Scale matters by what it does: a warning is given only where the first loss lies far above
chance, the outputs far outside the targets, units stand at their bound, or next to nothing arrives behind the last
hidden layer. With normalisation behind each layer none of it need happen; weights that were trained may be of any size.

Blind spots: a single layer that is off among many that are not. The naive rule of the largest over the smallest norm
above 1000 sees a wide layer beside a narrow head and calls it ill; a rule on the spread alone calls a trained model so.
"""

from __future__ import annotations

import math
from statistics import median
from typing import Any

from traindx.schema import Finding, Findings, Run, Series, detector, fact, points, series, whole_run
from traindx.schema.modules import called, entries, matrices, number, size, weighted


@detector(
    series("weight/std/*"), fact("tensors"), fact("modules"), fact("loss", optional=True), whole_run(),
    at_least=points(1), when="event", kinds=("too-large", "too-small"),
)  # fmt: skip
def init_scale_off(
    first: Series,
    tensors: Any,
    modules: Any,
    loss: Any,
    run: Run,
    *,
    large: float = 6.0,  # times 1 / sqrt(fan in); four times He's start
    small: float = 0.05,  # a normal of .02 in front of 8 units
    nothing: float = 1e-3,  # size of what arrives behind the last hidden layer
) -> Findings:
    gains = {}
    for one in matrices(tensors):
        spread = number(run, f"weight/std/{one['name']}")
        if spread and one.get("fan_in", 0) >= 8 and entries(one) >= 64:
            gains[one["name"]] = spread * math.sqrt(one["fan_in"])
    if len(gains) < 2:
        return
    usual = median(gains.values())
    if small <= usual <= large:
        return
    kind = "too-large" if usual > large else "too-small"
    harm = _too_much(run, loss or {}) if kind == "too-large" else _too_little(run, modules, nothing)
    name = max(gains, key=lambda key: abs(math.log(gains[key])))
    yield Finding(
        severity="warning" if harm else "info",
        message=f"the weights are {usual:.2g} times 1/sqrt(fan in)" + (f", and {harm}" if harm else ""),
        series=f"weight/std/{name}",
        layer=name,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "usual": usual, "extreme": gains[name], "matrices": len(gains)},
    )


def _too_much(run: Run, loss: dict[str, Any]) -> str | None:
    """What weights that are too large do here."""
    value, classes = number(run, "train/loss"), run.count("classes")
    if value is not None and classes and classes > 1 and value > 2 * math.log(classes):
        return f"the first loss is {value:.3g} where chance is {math.log(classes):.3g}"
    into, target = loss.get("input") or {}, loss.get("target") or {}
    if loss.get("function") in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss") and target.get("std"):
        times = (into.get("std") or 0.0) / target["std"]
        if times > 30:
            return f"the outputs spread {times:.2g} times as far as the targets"
    shares = [float(one.values[-1]) for one in run.layers("act/saturated").values()]
    if shares and median(shares) > 0.5:
        return f"{median(shares):.0%} of the values of bounded units stand at their bound"
    return None


def _too_little(run: Run, modules: Any, nothing: float) -> str | None:
    """What weights that are too small do here."""
    if any(one["kind"] == "normalization" for one in called(modules)):
        return None
    hidden = [value for one in weighted(modules)[:-1] if (value := size(run, one["name"])) is not None]
    return f"what leaves the last hidden layer is of size {hidden[-1]:.1g}" if hidden and hidden[-1] < nothing else None
