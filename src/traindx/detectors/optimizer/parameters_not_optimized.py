"""Trainable parameters are not in the optimizer.

What it means: the optimizer that was handed over holds some tensors of the model, or none, and not these, although they
want a gradient. `all`: it holds none of the model; `some`: it leaves some out.

Why it matters: a tensor that the optimizer does not know never moves. An optimizer that was made before the model was
replaced, moved or given a new head holds the old tensors.

Not to be confused with: two optimizers for two parts of a model; parts that are left alone on purpose, which are better
marked as frozen.

Blind spots: without the optimizer nothing can be said.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("tensors"), whole_run(), at_least=points(1), when="event", kinds=("all", "some"))
def parameters_not_optimized(tensors: Any, run: Run) -> Findings:
    trained = [one for one in tensors or [] if isinstance(one, dict) and one.get("trainable")]
    left = [one for one in trained if one.get("optimized") is False]
    if not left:
        return
    kind = "all" if len(left) == len(trained) else "some"
    yield Finding(
        severity="error" if kind == "all" else "warning",
        message=f"the optimizer holds {'none' if kind == 'all' else len(trained) - len(left)} of {len(trained)} "
        f"trainable tensors; {left[0]['name']} is left out",
        layer=left[0]["name"],
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=kind == "all",
        evidence={"kind": kind, "tensors": len(left), "of": len(trained), "names": [one["name"] for one in left[:20]]},
    )
