"""One module stands in several places of a list of layers.

What it means: places that look like layers of their own hold the same module, and with it the same weights.

Why it matters: `[layer] * 6` makes one layer that is called six times. The model has a sixth of the weights that its
author counts on.

Not to be confused with: layers without weights; a module that is called several times from one place, as models share
weights on purpose; heads that predict from several depths with the same weights.

Blind spots: sharing that is meant and written as a list; weights that are tied one by one, which tied tensors tell.
"""

from __future__ import annotations

import re
from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run
from traindx.schema.modules import called

HEADS = re.compile(r"head|embed|pred|classif|decoder|proj_out|lm_", re.I)


@detector(fact("modules"), whole_run(), at_least=points(1), when="event")
def module_repeated(modules: Any, run: Run) -> Findings:
    repeated = [one for one in called(modules) if one.get("parameters") and _siblings(one.get("places") or [])]
    if not repeated:
        return
    first = repeated[0]
    heads = all(HEADS.search(one["name"]) for one in repeated)
    yield Finding(
        severity="info" if heads else "warning",
        message=f"{first['places'][0]} stands in {len(first['places'])} places, {first['places'][-1]} the last",
        layer=first["places"][0],
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"places": first["places"][:20], "modules": len(repeated)},
    )


def _siblings(places: list[str]) -> bool:
    """Whether the places differ by a number only: layers of one list."""
    return len(places) > 1 and len({re.sub(r"\d+", "#", place) for place in places}) == 1
