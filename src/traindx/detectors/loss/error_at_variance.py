"""A squared error begins near 1 and stays there, which is what a constant answer costs.

What it means: the error on the validation set (of a regression: the log has no accuracy) lies between .7 and 1.3 from
the first evaluation to the last and never falls by a fifth, and neither does that of training.

Why it matters: targets are mostly scaled to a variance of 1, and then 1 is the squared error of always answering the
mean. A model that stays there tells its inputs apart no better than no model.

Not to be confused with: other losses that happen to be near 1, which is why it is information unless the settings name
a squared error; a target that cannot be told from these inputs.

Blind spots: targets of another variance.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run
from traindx.signals.axis import in_order


@detector(
    series("val/loss", "val/metric/mse"),
    series("train/loss", "train/metric/mse"),
    setting("loss", optional=True),
    whole_run(),
    at_least=points(8),
    when="end",
)
def error_at_variance(
    val: Series,
    train: Series,
    named: Any,
    run: Run,
    *,
    least: float = 0.7,
    most: float = 1.3,
    fall: float = 0.2,
) -> Findings:
    values, own = in_order(val.steps, val.values)[1], in_order(train.steps, train.values)[1]
    if values.size < 8 or own.size < 8 or any("accuracy" in key for key in run.series) or np.ptp(own) == 0.0:
        return
    third = max(1, own.size // 3)
    early, late = float(np.median(own[:third])), float(np.median(own[-third:]))
    if not least <= values.min() <= values.max() <= most or not least <= early <= most or late < (1.0 - fall) * early:
        return
    if float(values.min()) < (1.0 - fall) * float(values[0]):
        return
    squared = "mse" in val.name or "mse" in re.sub(r"[^a-z]", "", str(named).lower()) or "squared" in str(named).lower()
    yield Finding(
        severity="warning" if squared else "info",
        message=f"{val.name} stays between {values.min():.3g} and {values.max():.3g}, what a constant answer costs",
        series=val.name,
        first_step=int(val.steps[0]),
        last_step=int(val.steps[-1]),
        known_step=int(val.steps[-1]),
        open=True,
        evidence={"least": float(values.min()), "most": float(values.max()), "squared": squared},
    )
