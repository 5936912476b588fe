"""Parts of the model are not registered, so that nothing trains them.

What it means: layers or parameters stand in plain lists or dicts of the model, or a tensor that wants a gradient is
used and is no parameter of the model. What is asked for its parameters does not name them.

Why it matters: the optimizer never gets them, they are in no checkpoint, and they stay behind when the model moves to
another device. They work as random features.

Not to be confused with: layers without weights in a list; a list of layers that are registered elsewhere too; a second
model that is used on purpose and is trained by an optimizer of its own.

Blind spots: frameworks that find layers in lists by themselves, as Keras does; parts hidden in objects of other kinds.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("unregistered"), whole_run(), at_least=points(1), when="event")
def unregistered_parameters(unregistered: Any, run: Run) -> Findings:
    places = [one for one in unregistered or [] if isinstance(one, dict)]
    if not places:
        return
    first = places[0]
    where = first.get("where") or "the model itself"
    yield Finding(
        severity="error",
        message=f"a {first.get('type', 'part')} in {where} is no part that the model knows of"
        + (f", and {len(places) - 1} more" if len(places) > 1 else ""),
        layer=first.get("where") or None,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=True,
        evidence={"places": [one.get("where") for one in places[:20]], "count": len(places)},
    )
