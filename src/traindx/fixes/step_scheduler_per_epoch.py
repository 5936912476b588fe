"""Step the scheduler as its schedule counts.

When it is right: the schedule counts epochs and is stepped at every batch, so that the rate is gone within the first
epoch.

When it is wrong: the schedule counts steps, as one-cycle schedules do: then once per batch is right.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for epoch in range(epochs):
    for inputs, targets in loader:
        optimizer.zero_grad(set_to_none=True)
        criterion(model(inputs), targets).backward()
        optimizer.step()
    scheduler.step()"""


@fix(area="schedule", judged_by="val-metric", safety="changes-results")
def step_scheduler_per_epoch(run: Run) -> Change | None:
    if run.is_keras:
        return None  # fit() does this itself

    return Change(title="step the scheduler once per epoch, behind the loop over batches", example=EXAMPLE)
