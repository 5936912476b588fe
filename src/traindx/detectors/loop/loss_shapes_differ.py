"""Outputs and targets of different shapes meet in a loss that compares them one by one.

What it means: the loss stretched one to the shape of the other, so that rows are compared with targets of other rows.

Why it matters: outputs of shape (n, 1) and targets of shape (n) give an n by n table, whose mean square is smallest
where every output is the mean of all targets. The model learns to say that.

Not to be confused with: classes, where outputs have one axis more than the labels and nothing is stretched; one target
for all rows, which a single number gives on purpose.

Blind spots: losses written by hand from differences; shapes that agree while the rows are in another order.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run

ONE_BY_ONE = (
    "mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits",
    "kl_div", "poisson_nll_loss",
)  # fmt: skip


@detector(fact("loss"), whole_run(), at_least=points(1), when="event")
def loss_shapes_differ(loss: dict[str, Any], run: Run) -> Findings:
    into = list((loss.get("input") or {}).get("shape") or ())
    target = list((loss.get("target") or {}).get("shape") or ())
    if loss.get("function") not in ONE_BY_ONE or not into or not target or into == target:
        return
    if min(_size(into), _size(target)) <= 1:  # a number for all
        return
    yield Finding(
        severity="error",
        message=f"outputs {_words(into)} meet targets {_words(target)} in {loss['function']}",
        series="train/loss",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=True,
        evidence={"outputs": into, "targets": target, "function": loss["function"]},
    )


def _size(shape: list[int]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def _words(shape: list[int]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
