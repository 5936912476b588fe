"""Some labels name a class that the network has no output for.

What it means: labels reach beyond the last output, or below zero (`classes`); or the targets of a loss of
probabilities lie outside 0 to 1 (`probabilities`).

Why it matters: on a GPU it ends in an assertion that names no line, on some backends in silent nonsense.

Not to be confused with: -100, the usual mark of a label that does not count; labels of -1 and 1 for a hinge loss; a
single output, which takes no number of a class.

Blind spots: without a model nothing says how many outputs there are.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run

OF_PROBABILITIES = ("binary_cross_entropy", "binary_cross_entropy_with_logits", "binary_crossentropy")


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=("classes", "probabilities"))
def labels_out_of_range(data: dict[str, Any], run: Run) -> Findings:
    target = data.get("target") or {}
    low, high = target.get("min"), target.get("max")
    if low is None or high is None:
        return
    width = _outputs(run)
    whole = str(target.get("dtype", "")).startswith(("int", "uint"))
    loss = str((run.fact("loss") or {}).get("function", ""))
    if loss in OF_PROBABILITIES and (low < 0 or high > 1):
        kind, message = "probabilities", f"the targets go from {low:g} to {high:g}, the loss takes 0 to 1"
    elif whole and target.get("kind") == "classes" and width and width > 1 and (low < 0 or high >= width):
        kind = "classes"
        message = f"the labels go from {low:g} to {high:g}, the {width} outputs are for 0 to {width - 1}"
    else:
        return
    yield Finding(
        severity="error",
        message=message,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=True,
        evidence={"kind": kind, "min": low, "max": high, "outputs": width},
    )


def _outputs(run: Run) -> int | None:
    """How many classes the network can say: of what enters its loss, else of its last linear layer."""
    loss = run.fact("loss") or {}
    shape = (loss.get("input") or {}).get("shape") or []
    if len(shape) > 1 and str(loss.get("function", "")).startswith(("cross_entropy", "nll_loss")):
        return int(shape[1] if len(shape) == 2 else min(shape[1], shape[-1]))
    weighted = [one for one in run.fact("modules") or [] if one.get("kind") in ("linear", "convolution", "recurrent")]
    width = weighted[-1].get("out") if weighted and weighted[-1].get("kind") == "linear" else None
    return None if width is None else int(width)
