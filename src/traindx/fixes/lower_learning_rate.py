"""Lower the peak learning rate.

When it is right: the loss diverges, jumps again and again or wavers around a level, and the gradient norm with it.

When it is wrong: the loss falls smoothly and slowly, or stands still from the first step on; then a lower rate only
hides the cause for longer.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix


@fix(area="schedule", judged_by="val-metric")
def lower_learning_rate(
    run: Run,
    *,
    factor: float = 3.0,  # a third is the smallest step that is plainly felt; ten is for a run that left its range
) -> Change | None:
    peak = run.peak_rate
    if peak is None:
        example = "for group in optimizer.param_groups:\n    group['lr'] /= 3"
        if run.is_keras:
            example = "model.optimizer.learning_rate.assign(model.optimizer.learning_rate / 3)"
        title = f"lower the peak learning rate to 1/{factor:g} of what it is"
        return Change(title=title, example=example.replace("3", f"{factor:g}"))
    if peak <= 0:
        return None
    lower = float(f"{peak / factor:.1g}")
    example = f"optimizer = {run.torch_optimizer(lower)}"
    if run.is_keras:
        example = f"model.optimizer.learning_rate = {lower:g}"
    return Change(
        title=f"lower the peak learning rate from {peak:g} to {lower:g}", from_=peak, to=lower, example=example
    )
