"""Train longer.

When it is right: training and validation loss both still fall at the end, and the rate is not gone; stretch the
schedule along with it.

When it is wrong: the loss is flat, from the start or for long: more of the same steps change nothing.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = "model.fit(x, y, epochs={to})"

EXAMPLE = """\
for epoch in range({to}):
    train_one_epoch()"""


@fix(area="schedule", judged_by="val-metric")
def train_longer(
    run: Run,
    *,
    times: float = 2.0,
) -> Change:
    epochs = run.count("epochs")
    present = epochs or run.count("steps_total") or run.last_step
    if present is None:
        example = (KERAS if run.is_keras else EXAMPLE).format(to=100)
        return Change(title=f"train {times:g} times as long", example=example)
    to = round(present * times)
    unit = "epochs" if epochs or run.unit == "epoch" else f"{run.unit}s"
    return Change(
        title=f"train for {to} {unit} in place of {present:g}",
        from_=int(present),
        to=to,
        example=(KERAS if run.is_keras else EXAMPLE).format(to=to if unit == "epochs" else 100),
    )
