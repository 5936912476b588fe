"""Log the loss of single steps.

When it is right: the logged loss is a mean since the epoch began.

When it is wrong: it is that of single steps already.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for step, (inputs, targets) in enumerate(loader):
    loss = train_step(inputs, targets)
    print(f"step {step} loss {float(loss):.4f}")"""

KERAS = """\
class StepLoss(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        print("step", batch, "loss", logs["loss"])
        self.model.reset_metrics()  # the mean then holds one batch"""


@fix(area="evaluation", judged_by="symptom", safety="safe")
def log_step_loss(run: Run) -> Change:
    return Change(
        title="log the loss of each step beside its running mean",
        example=KERAS if run.is_keras else EXAMPLE,
    )
