"""The gradients of the layers differ by orders of magnitude.

What it means: `fades`: along layers that repeat one block the norm falls by decades towards the input; `grows`: it
rises by decades towards the input; `one-layer`: a single layer stands far above all others. Each norm is the median
over the run, of one step too.

Why it matters: one learning rate cannot serve layers whose gradients lie decades apart: with plain gradient descent the
early layers stand still, or the late ones are thrown about. Adam divides much of it out again.

Not to be confused with: what is usual: a hundredfold between the largest and the smallest matrix is information only.
Biases, gains of normalisation layers and adapters have small gradients by nature, embeddings sparse or large ones.

Why not a fixed bound: entries have both signs, so a mean of 1e-8 says nothing of their size, and a norm above 100 is
that of a loss that is summed. A norm of 1e-8 at the end of thirty layers is found by its fall from layer to layer.
Where the loss has come down to half of its start all the same, it is information too: the rate serves them well enough.

Blind spots: layers whose names hide their order; norms of a few layers only.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.schema.layers import is_embedding, is_slight, stacks


@detector(
    series("grad/norm/*"), whole_run(), at_least=points(1), when="end", kinds=("fades", "grows", "one-layer", "spread")
)
def gradient_imbalance(
    first: Series,
    run: Run,
    *,
    usual: float = 2.0,  # decades between matrices: healthy networks of 3 to 24 layers stay within
    decades: float = 3.0,  # along a stack: with normalisation or skips the ends differ by one at most
    slope: float = 0.4,  # decades a layer: half a decade is what a sigmoid takes at best
    outlier: float = 4.0,  # decades of one layer above the median of the others
    learned: float = 0.5,  # of the first loss: a net whose early layers stand still seldom gets below
) -> Findings:
    embeddings = _embeddings(run.fact("tensors"))
    norms = {
        layer: level
        for layer, one in run.layers("grad/norm").items()
        if (level := _level(one)) is not None and not (is_slight(layer) or is_embedding(layer) or layer in embeddings)
    }
    if len(norms) < 3:
        return
    loud = "info" if _learned(run, learned) else "warning"
    logs = {layer: float(np.log10(level)) for layer, level in norms.items()}
    for stack in stacks(logs):
        fall = _along(np.array([logs[layer] for layer in stack]), slope)
        if abs(fall) >= decades:
            kind, way = ("fades", "falls") if fall > 0 else ("grows", "rises")
            words = f"the gradient {way} by {abs(fall):.1f} decades from {stack[-1]} to {stack[0]}"
            yield _finding(loud, words, first, run, stack[0], {"kind": kind, "decades": fall, "layers": stack})
            return
    highest = max(logs, key=lambda layer: logs[layer])
    others = [level for layer, level in logs.items() if layer != highest]
    above = logs[highest] - float(np.median(others))
    # Where several stand out, most are small by design: branches that begin at a millionth, encoders behind attention.
    single = logs[highest] - max(others) >= outlier / 2
    spread = max(logs.values()) - min(logs.values())
    if above >= outlier and single and len(logs) >= 5:
        words = f"the gradient of {highest} is {10**above:.2g} times that of the usual layer"
        yield _finding(loud, words, first, run, highest, {"kind": "one-layer", "decades": above})
    elif spread > usual:
        lowest = min(logs, key=lambda layer: logs[layer])
        words = f"gradients differ by {spread:.1f} decades, from {lowest} to {highest}"
        yield _finding("info", words, first, run, lowest, {"kind": "spread", "decades": spread})


def _learned(run: Run, learned: float) -> bool:
    """Whether the loss, of a training and not of a look at one batch, has come down to this share of its start."""
    loss = run.series.get("train/loss")
    values = np.empty(0) if loss is None else loss.values[np.isfinite(loss.values)]
    if values.size < 6 or run.on_bench or not values[0] > 0:
        return False
    return bool(np.median(values[-max(3, values.size // 5) :]) <= learned * float(np.median(values[:3])))


def _embeddings(tensors: Any) -> set[str]:
    """The tables of embeddings, whatever they are called, where the bench has asked the model."""
    rows = tensors if isinstance(tensors, list) else ()
    return {str(one.get("name")) for one in rows if isinstance(one, dict) and one.get("role") == "embedding"}


def _level(norm: Series) -> float | None:
    """The median of the norms that are above zero; None for a layer that mostly has none."""
    good = norm.values[np.isfinite(norm.values) & (norm.values > 0)]
    return float(np.median(good)) if good.size * 2 > len(norm) else None


def _along(logs: NDArray[np.float64], slope: float) -> float:
    """By how many decades the norm falls from the last block to the first, where it falls from block to block."""
    differences = np.diff(logs)
    way = float(np.sign(logs[-1] - logs[0]))
    steady = bool((way * differences > 0).mean() >= 0.75)
    steep = abs(float(logs[-1] - logs[0])) >= slope * differences.size
    return float(logs[-1] - logs[0]) if steady and steep else 0.0


def _finding(severity: str, words: str, first: Series, run: Run, layer: str, evidence: dict[str, object]) -> Finding:
    steps = first.steps
    return Finding(
        severity=severity,
        message=words,
        series=f"grad/norm/{layer}",
        layer=layer,
        first_step=int(steps[0]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence=evidence,
    )
