"""A layer gets no gradient at all, or no layer does.

What it means: the norm of a layer's gradient is exactly zero, not small. `all`: of every layer. `upstream`: of more
than half of the layers at every step, while the loss does not come down. `lost`: of a layer that had a gradient before,
to the end, while others have one. `some`: of a few layers from the start.

Why it matters: what gets no gradient does not learn. Dead units, a graph that was cut with detach or no_grad, weights
that are all zero and half precision end here.

Not to be confused with: layers frozen on purpose, which some loops log as zero; the layers below a head that starts at
zero, at the first step; experts and embeddings that one batch does not touch; a loss that is exactly zero.

Blind spots: a log that leaves such layers out; a gradient that is next to zero, as rounding leaves it. The norm of the
whole gradient is looked at by vanishing-gradients.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.signals.progress import has_fallen


@detector(
    series("grad/norm/*"),
    whole_run(),
    at_least=points(1),
    when="end",
    kinds=("all", "upstream", "lost", "some"),
)
def zero_gradients(
    first: Series,
    run: Run,
    *,
    gap: float = 5.0,  # times the longest stretch without a gradient before: experts and rare rows come and go
    least: int = 5,  # points without a gradient at the end; a loop that skips steps logs one or two
    many: float = 0.5,  # of the layers: a frozen part is mostly larger, but then the loss comes down
    enough: int = 6,  # points before a loss that stands says anything
) -> Findings:
    layers = run.layers("grad/norm")
    none = {layer: _without(one) for layer, one in layers.items()}
    zero = [layer for layer, gone in none.items() if gone.size and gone.all()]
    loss = run.series.get("train/loss")
    learns = loss is not None and (has_fallen(loss.values) or not np.any(np.abs(loss.values) > 1e-6))
    stands = loss is not None and not learns and len(first) >= enough
    if len(zero) == len(layers):
        if not learns and not (loss is None and len(first) == 1):
            words = f"the gradient of each of {len(layers)} layers is zero"
            yield _finding("error" if stands else "warning", "all", words, first, 0)
        return
    upstream = stands and len(zero) > many * len(layers)
    for layer in zero:
        kind = "upstream" if upstream else "some"
        yield _finding("warning" if upstream else "info", kind, f"{layer} gets no gradient", layers[layer], 0, layer)
    for layer, gone in none.items():
        since = _lost(gone, gap, least)
        if since is not None and not learns and len(layers) > 1:
            yield _finding("warning", "lost", f"{layer} gets no gradient any more", layers[layer], since, layer)


def _without(norm: Series) -> NDArray[np.bool_]:
    return np.asarray(norm.values[np.isfinite(norm.values)] == 0.0)


def _lost(gone: NDArray[np.bool_], gap: float, least: int) -> int | None:
    """The place from which on nothing comes, where that lasts far longer than any stretch before."""
    if gone.all() or not gone.size or not gone[-1]:
        return None
    since = int(np.flatnonzero(~gone)[-1]) + 1
    marks = np.flatnonzero(np.concatenate(([True], ~gone[:since], [True])))
    longest = int(np.diff(marks).max()) - 1
    return since if gone.size - since >= max(least, gap * longest) else None


def _finding(severity: str, kind: str, words: str, norm: Series, since: int, layer: str | None = None) -> Finding:
    steps = norm.steps[np.isfinite(norm.values)]
    begins = int(steps[since])
    return Finding(
        severity=severity,
        message=f"{words} from step {begins} on" if len(steps) > 1 else f"{words} at step {begins}",
        series=norm.name,
        layer=layer,
        first_step=begins,
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": kind, "points": len(steps) - since},
    )
