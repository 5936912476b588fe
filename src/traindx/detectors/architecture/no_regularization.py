"""Nothing holds the model back, and its samples are few.

What it means: there is no dropout, no normalisation over the batch and no weight decay that is known of, while each
sample meets ten trained parameters and more. Information.

Why it matters: with few samples a model without any restraint learns them by heart first.

Not to be confused with: augmentation, early stopping and a small rate, which hold a model back and do not show here; a
model for a large set, which needs none of it.

Blind spots: weight decay that stands in the optimizer and was not handed over.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, setting, whole_run
from traindx.schema.modules import called
from traindx.schema.settings import quantity


@detector(
    fact("modules"), fact("model"), setting("samples"), setting("weight_decay", optional=True), whole_run(),
    at_least=points(1), when="event",
)  # fmt: skip
def no_regularization(
    modules: Any,
    model: Any,
    samples: Any,
    decay: Any,
    run: Run,
    *,
    many: float = 10.0,  # trained parameters a sample
) -> Findings:
    count, trained = quantity(samples), (model or {}).get("trainable")
    if not count or count <= 0 or not trained or trained < many * count or (quantity(decay) or 0.0) > 0:
        return
    held = [one for one in called(modules) if (one["kind"] == "dropout" and (one.get("p") or 0.0) > 0)
            or "batchnorm" in one.get("type", "").lower()]  # fmt: skip
    if held:
        return
    yield Finding(
        severity="info",
        message=f"no dropout and no weight decay with {trained / count:.3g} parameters a sample",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"a_sample": trained / count},
    )
