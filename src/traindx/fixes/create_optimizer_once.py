"""Build the optimizer once.

When it is right: the step counter in its state begins anew every epoch.

When it is wrong: a new phase of training begins, as after unfreezing: then a new one with a warm-up is right.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for epoch in range(epochs):
    train_one_epoch(model, optimizer)"""

KERAS = """\
model.compile(optimizer=keras.optimizers.AdamW(1e-3), loss=model.loss)
model.fit(x, y, epochs=epochs)  # one call: compile() between epochs empties the state"""


@fix(area="optimizer", judged_by="val-metric", safety="changes-results")
def create_optimizer_once(run: Run) -> Change:
    return Change(title="build the optimizer before the loop over epochs", example=KERAS if run.is_keras else EXAMPLE)
