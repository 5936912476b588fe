"""Make the schedule as long as the run.

When it is right: the rate is gone while the run goes on: T_max or the total counts something else than what is
trained.

When it is wrong: the loss has reached its floor before the rate was gone.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = "scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max={to})"

KERAS = "schedule = keras.optimizers.schedules.CosineDecay({peak:g}, decay_steps={to})"


@fix(area="schedule", judged_by="val-metric")
def lengthen_schedule(run: Run) -> Change | None:
    logged = run.series.get("lr")
    peak, last = run.peak_rate, run.last_step
    if last is None:
        return None
    gone = None
    if logged is not None and peak:
        # A thousandth of the peak moves nothing that counts.
        gone = int(logged.steps[logged.values > 1e-3 * peak].max())
        if gone >= 0.95 * last:
            return None
    title = f"make the schedule {last} {run.unit}s long" + ("" if gone is None else f"; the rate is gone at {gone}")
    example = (KERAS if run.is_keras else EXAMPLE).format(to=last, peak=peak or 1e-3)
    return Change(title=title, from_=gone, to=last, example=example)
