"""Resume from before the jump.

When it is right: the loss jumped and did not come back; skip some hundred batches behind that checkpoint, for the
same batches from the same weights do it again.

When it is wrong: the loss came back by itself, or it jumps again and again: then the rate or the clipping is at
fault.
"""

from __future__ import annotations

from traindx.schema import Change, Run, Series, fix
from traindx.signals.smoothing import trailing_median

EXAMPLE = """\
saved = torch.load("checkpoint.pt", weights_only=True)  # the newest one {before}
model.load_state_dict(saved["model"])
optimizer.load_state_dict(saved["optimizer"])
batches = itertools.islice(loader, 300, None)  # do not meet the same batches again"""

KERAS = 'model = keras.saving.load_model("checkpoint.keras")  # the newest one {before}'


@fix(area="schedule", judged_by="val-metric")
def resume_before_spike(
    run: Run,
    *,
    jump: float = 1.5,  # times the usual loss
    usual: int = 20,  # points that make the usual
) -> Change | None:
    loss = run.series.get("train/loss")
    place = None if loss is None else _jump(loss, jump, usual)
    if loss is None or place is None:
        return None
    step = int(loss.steps[place - 1])
    example = (KERAS if run.is_keras else EXAMPLE).format(before=f"up to {run.unit} {step}")
    title = f"resume from the last checkpoint up to {run.unit} {step}"
    return Change(title=title, from_=int(loss.steps[-1]), to=step, example=example)


def _jump(loss: Series, jump: float, usual: int) -> int | None:
    """The place of the first NaN, else of the highest jump over the median of what came just before; or None."""
    import numpy as np

    level = trailing_median(loss.values, usual)[usual - 1 : -1]
    later = loss.values[usual:]
    broken = np.flatnonzero(~np.isfinite(later))
    if len(broken):
        return usual + int(broken[0])
    height = np.divide(later, level, out=np.zeros(len(later)), where=level > 0)
    place = int(np.argmax(height)) if len(height) else 0
    return usual + place if len(height) and height[place] > jump else None
