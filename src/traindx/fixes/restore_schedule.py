"""Load the scheduler when resuming.

When it is right: the rate jumps to its peak at a resume or at the end of a short cosine.

When it is wrong: restarts are meant, as in cosine annealing with warm restarts.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
torch.save({"model": model.state_dict(), "scheduler": scheduler.state_dict(), "step": step}, "last.pt")
saved = torch.load("last.pt", weights_only=True)
scheduler.load_state_dict(saved["scheduler"])"""

KERAS = 'model.fit(x, y, initial_epoch=done, epochs=total, callbacks=[keras.callbacks.BackupAndRestore("backup")])'


@fix(area="schedule", judged_by="val-metric", safety="changes-results")
def restore_schedule(run: Run) -> Change:
    return Change(
        title="save and load the state of the scheduler, and let a cosine last for the whole run",
        example=KERAS if run.is_keras else EXAMPLE,
    )
