"""Batch normalisation takes its mean and spread from very few rows.

What it means: a layer that normalises over the batch, in training mode, had at most four rows of features, or one or
two images or series, to take its statistics from.

Why it matters: the mean of two rows is noise, which every output then carries; with two rows each unit says plus or
minus one whatever the input is. Evaluation uses running means and behaves otherwise.

Not to be confused with: normalisation by row, layer or group, which asks no other row; a layer that is frozen in
evaluation mode.

Blind spots: the batch that was handed over may be smaller than the one that trains. Look at the real size.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run
from traindx.schema.modules import called


@detector(fact("modules"), fact("model"), whole_run(), at_least=points(1), when="event")
def statistics_of_few_rows(
    modules: Any,
    model: Any,
    run: Run,
    *,
    rows: int = 4,  # of features; ten times the usual noise
    images: int = 2,  # detectors of objects train with two a device, and normalise by group or not at all for it
) -> Findings:
    few = [one for one in called(modules) if "batchnorm" in one.get("type", "").lower().replace("_", "")
           and 0 < (one.get("shape_out") or [0])[0] <= (images if len(one["shape_out"]) > 2 else rows)
           and one.get("training") is not False]  # fmt: skip
    if not few or (model or {}).get("training") is False:
        return
    yield Finding(
        severity="warning",
        message=f"{few[0]['name']} normalises over a batch of {few[0]['shape_out'][0]}",
        layer=few[0]["name"],
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"rows": few[0]["shape_out"][0], "layers": len(few)},
    )
