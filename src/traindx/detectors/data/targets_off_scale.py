"""The targets are far from the size that a network answers with.

What it means: the numbers to be told spread by more than a hundred, or lie more than a hundred from zero. Where no
model is known it is only mentioned.

Why it matters: a fresh network answers about one. A squared error then begins at ten thousand and more, its gradients
are as large, and most of the training goes into finding the level.

Not to be confused with: classes, whose numbers are names; losses that take the logarithm of the target.

Blind spots: a model that scales its own output.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=("spread", "level"))
def targets_off_scale(
    data: dict[str, Any],
    run: Run,
    *,
    size: float = 100.0,  # the squared error of the first answer is then its square
) -> Findings:
    target = data.get("target") or {}
    mean, std = target.get("mean"), target.get("std")
    floating = str(target.get("dtype", "")).startswith("float")
    several = target.get("kind") == "several" and floating
    if mean is None or std is None or not (target.get("kind") == "numbers" or several):
        return
    if max(abs(mean), std) <= size:
        return
    kind = "spread" if std > size else "level"
    yield Finding(
        severity="warning" if run.fact("modules") else "info",
        message=f"the targets have a mean of {mean:.4g} and a spread of {std:.4g}; about 1 is usual",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "mean": mean, "std": std},
    )
