"""What enters the loss was already turned into probabilities.

What it means: a loss that takes logits was given rows that each sum to one (`probabilities`), columns over the batch
that do (`over-batch`), values from a sigmoid (`sigmoid`), or probabilities where it takes their logarithms
(`no-logarithm`).

Why it matters: the loss squashes a second time. It cannot fall below log(1 + (C - 1) / e) for C classes, however right
the answers are, and its gradients are small where they should be large.

Not to be confused with: a log-softmax before the loss, which changes nothing; logits that happen to lie between 0 and
1 on one batch: a sigmoid must have been the last thing that was called.

Blind spots: probabilities that were scaled or clipped before the loss; losses that a framework does not know by name.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run

TAKE_LOGITS = ("cross_entropy", "binary_cross_entropy_with_logits")


@detector(
    fact("loss"), whole_run(), at_least=points(1), when="event",
    kinds=("probabilities", "over-batch", "sigmoid", "no-logarithm"),
)  # fmt: skip
def loss_input_sums_to_one(
    loss: dict[str, Any],
    run: Run,
    *,
    tolerance: float = 1e-3,  # of a sum of half-precision probabilities
) -> Findings:
    into, function = loss.get("input") or {}, loss.get("function")
    shape = into.get("shape") or []
    if "min" not in into or len(shape) < 1:
        return
    kind = None
    if function in ("cross_entropy", "nll_loss") and len(shape) > 1 and into["min"] >= 0 and into["max"] <= 1:
        width = shape[-1] if len(shape) == 2 else shape[1]
        rows = _one(into, "row", tolerance) and width > 1
        columns = _one(into, "column", tolerance) and shape[0] > 1 and not rows
        kind = "probabilities" if rows else "over-batch" if columns else None
        kind = "no-logarithm" if kind == "probabilities" and function == "nll_loss" else kind
    elif function == "binary_cross_entropy_with_logits" and into["min"] >= 0 and into["max"] <= 1:
        kind = "sigmoid" if _last_activation(run) == "sigmoid" else None
    if kind is None:
        return
    yield Finding(
        severity="error",
        message=MESSAGES[kind].format(function=function, batch=shape[0]),
        series="train/loss",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=True,
        evidence={"kind": kind, "function": function, "min": into["min"], "max": into["max"]},
    )


MESSAGES = {
    "probabilities": "the rows that enter {function} lie between 0 and 1 and sum to one",
    "over-batch": "what enters {function} sums to one over the {batch} rows of the batch, not over the classes",
    "sigmoid": "what enters {function} has been through a sigmoid",
    "no-logarithm": "what enters {function} are probabilities, not their logarithms",
}


def _one(into: dict[str, Any], word: str, tolerance: float) -> bool:
    ends = (into.get(f"{word}_sum_min"), into.get(f"{word}_sum_max"))
    return all(isinstance(end, (int, float)) and abs(end - 1) <= tolerance for end in ends)


def _last_activation(run: Run) -> str | None:
    """What the last module that was called applies, if it applies anything."""
    called = [one for one in run.fact("modules") or [] if one.get("calls") and one.get("kind") != "other"]
    return called[-1].get("activation") if called else None
