"""The device has little to do.

What it means: at the usual point it is busy for less than a quarter of the time (a warning), or for less than half
(information).

Why it matters: the training waits for something else: for data, for the processor that feeds the device, for a disk or
for other ranks. It could be several times as fast.

Not to be confused with: a model so small that one step is over before the next is asked for: where the log says that
hardly any time is spent waiting for data it is information; the start of a run.

Blind spots: busy says that something ran, not how well; the log says nothing of who keeps the device waiting.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.pace import as_share, durations
from traindx.signals.robust import median


@detector(
    series("gpu/busy"),
    series("time/data", optional=True),
    series("time/step", optional=True),
    at_least=points(10),
    when="end",
)
def gpu_idle(
    busy: Series,
    data: Series | None,
    step: Series | None,
    *,
    idle: float = 0.25,  # of the time; well fed trainings of middling models lie above three quarters
    low: float = 0.5,
    fed: float = 0.1,  # of the time spent waiting for data: less is not what keeps the device waiting
) -> Findings:
    shares = as_share(busy.values)
    shares = shares[np.isfinite(shares) & (shares >= 0)]
    usual = median(shares[shares.size // 10 :])
    if shares.size < 10 or not usual < low or not shares.any():
        return
    waits = None if data is None or step is None else _waiting(data, step)
    small = waits is not None and waits < fed
    yield Finding(
        severity="warning" if usual < idle and not small else "info",
        message=f"the device is busy for {usual:.0%} of the time",
        series=busy.name,
        first_step=int(busy.steps[0]),
        last_step=int(busy.steps[-1]),
        known_step=int(busy.steps[-1]),
        open=True,
        evidence={"busy": usual, "waits_for_data": waits},
    )


def _waiting(data: Series, step: Series) -> float | None:
    """The share of the usual step that is spent waiting for data."""
    whole = median(durations(step.values, a_second=False))
    return median(data.values) / whole if whole > 0 else None
