"""The model is in evaluation mode.

What it means: modules that behave otherwise while training are set to evaluation. `whole`: all of the model; `parts`:
some modules of it, while others train. Always information: a look at a model tells nothing of how its loop sets it.

Why it matters: a loop that trains in evaluation mode has no dropout, and normalises over running means that never move.

Not to be confused with: a model as a hub hands it over, which is in evaluation mode until a trainer sets it; normalised
layers of a trained backbone that are held still on purpose; a look that is meant for evaluation.

Blind spots: a loop that sets the mode itself, before or behind this look.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("model"), fact("modules"), whole_run(), at_least=points(1), when="event", kinds=("whole", "parts"))
def model_in_eval_mode(model: Any, modules: Any, run: Run) -> Findings:
    mode = (model or {}).get("training")
    behaves = [one for one in modules or [] if one.get("kind") in ("dropout", "normalization")]
    moved = [one for one in behaves if one["kind"] == "dropout" or "batchnorm" in one.get("type", "").lower()]
    if mode is True or mode is None or not moved:
        return
    kind = "whole" if mode is False else "parts"
    yield Finding(
        severity="info",
        message=f"{'the model' if kind == 'whole' else 'part of the model'} is in evaluation mode",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "modules": len(moved)},
    )
