"""Load the optimizer when resuming.

When it is right: the loss has a bump at a resume while the rate runs on.

When it is wrong: the resume starts a new task: then an empty state with a warm-up is right.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, "last.pt")
saved = torch.load("last.pt", weights_only=True)
model.load_state_dict(saved["model"])
optimizer.load_state_dict(saved["optimizer"])"""

KERAS = """\
model.save("last.keras")  # with the optimizer, unlike save_weights
model = keras.saving.load_model("last.keras")"""


@fix(area="schedule", judged_by="val-metric", safety="changes-results")
def restore_optimizer_state(run: Run) -> Change:
    return Change(
        title="save and load the state of the optimizer along with the weights",
        example=KERAS if run.is_keras else EXAMPLE,
    )
