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
    factor: float = 3.0,  # a third is the smallest step that is plainly felt; ten times is for a run that left its range
) -> Change:
    lr = run.settings.get("lr")
    if not isinstance(lr, (int, float)) or not lr > 0:
        return Change(
            title=f"lower the peak learning rate to a {'third' if factor == 3 else f'1/{factor:g}'} of what it is",
            example="for group in optimizer.param_groups:\n    group['lr'] /= 3",
        )
    lower = float(f"{lr / factor:.1g}")
    return Change(
        title=f"lower the peak learning rate from {lr:g} to {lower:g}",
        from_=lr,
        to=lower,
        example=f"optimizer = torch.optim.AdamW(model.parameters(), lr={lower:g})",
    )
