"""The training accuracy stays next to nothing.

What it means: no point of the training accuracy comes up to one in five hundred, and the last ones are no better than
the first, a thousand steps and more into the training. Looked for only where the log has no loss.

Why it matters: guessing among five hundred classes does as well. With fewer classes it is worse than guessing: labels
that mean other classes than the outputs do, a number of outputs that does not fit, or steps that destroy.

Not to be confused with: tasks of many thousand classes, which stay there for long and begin to rise in the end; the
accuracy of a regression, which is zero by nature and says nothing.

Blind spots: whether the classes are that many is not in the log.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.signals.axis import in_order


@detector(series("train/metric/accuracy"), whole_run(), at_least=points(10), when="end")
def accuracy_near_zero(
    accuracy: Series,
    run: Run,
    *,
    nothing: float = 0.002,
    begun: int = 1000,  # steps: a thousand classes are left behind by then in healthy trainings
    rises: float = 2.0,  # times the first third: then it has begun to learn
) -> Findings:
    steps, values = in_order(accuracy.steps, accuracy.values)
    lossless = not any("/loss" in name for name in run.series)
    if values.size < 10 or not lossless or run.unit != "step" or steps[-1] < begun:
        return
    third = values.size // 3
    first, last = float(values[:third].mean()), float(values[-third:].mean())
    # Nothing but zeros is a metric that does not fit the task.
    if not 0.0 <= values.min() <= values.max() < nothing or values.max() == 0.0 or last >= rises * max(first, 1e-12):
        return
    if np.ptp(values) == 0.0:
        return
    yield Finding(
        severity="warning",
        message=f"{accuracy.name} stays at {float(np.median(values)):.2g} up to step {steps[-1]}",
        series=accuracy.name,
        first_step=int(steps[0]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"accuracy": float(np.median(values)), "highest": float(values.max())},
    )
