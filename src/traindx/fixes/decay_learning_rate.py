"""Let the learning rate fall towards the end.

When it is right: the loss stands on a noisy level while the rate is still at its peak: the noise is that of the rate.

When it is wrong: the rate is gone already, or the loss still falls well at its peak.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = """\
schedule = keras.optimizers.schedules.CosineDecay({peak:g}, decay_steps={steps}, alpha={floor:g})
model.compile(optimizer=keras.optimizers.AdamW(learning_rate=schedule), loss=model.loss)"""

EXAMPLE = """\
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max={steps}, eta_min={low:g})
for batch in loader:
    train_step(batch)
    scheduler.step()"""


@fix(area="schedule", judged_by="val-metric")
def decay_learning_rate(
    run: Run,
    *,
    floor: float = 0.01,  # the share of the peak at which the usual cosine schedules end
) -> Change | None:
    peak = run.peak_rate
    logged = run.series.get("lr")
    if peak is not None and peak <= 0:
        return None
    if peak is not None and logged is not None and float(logged.values[-1]) < 0.5 * peak:
        return None
    steps = int(run.count("steps_total") or run.last_step or 10_000)
    low = float(f"{floor * (peak or 1e-3):.1g}")
    example = (KERAS if run.is_keras else EXAMPLE).format(steps=steps, low=low, peak=peak or 1e-3, floor=floor)
    if peak is None:
        return Change(title="let the learning rate fall along a cosine to the end of the run", example=example)
    return Change(title=f"let the learning rate fall from {peak:g} to {low:g}", from_=peak, to=low, example=example)
