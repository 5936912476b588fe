"""Raise the peak learning rate.

When it is right: the loss falls smoothly in a nearly straight line and is far from any floor, with little noise and a
calm gradient norm.

When it is wrong: the loss jumps, wavers or rises; or the curve is flat because nothing is trained at all.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix


@fix(area="schedule", judged_by="val-metric")
def raise_learning_rate(
    run: Run,
    *,
    factor: float = 10.0,  # rates matter by orders of magnitude; go back to 3 when the loss becomes noisy
    usual: float = 1e-3,  # where to begin when the rate was zero
) -> Change:
    peak = run.peak_rate
    if peak is None:
        example = "for group in optimizer.param_groups:\n    group['lr'] *= "
        if run.is_keras:
            example = "model.optimizer.learning_rate = model.optimizer.learning_rate * "
        title = f"raise the peak learning rate to {factor:g} times what it is"
        return Change(title=title, example=f"{example}{factor:g}")
    higher = float(f"{peak * factor:.1g}") if peak > 0 else usual
    example = f"optimizer = {run.torch_optimizer(higher)}"
    if run.is_keras:
        example = f"model.optimizer.learning_rate = {higher:g}"
    return Change(
        title=f"raise the peak learning rate from {peak:g} to {higher:g}", from_=peak, to=higher, example=example
    )
