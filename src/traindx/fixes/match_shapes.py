"""Give outputs and targets the same shape.

When it is right: outputs of shape (n, 1) meet targets of shape (n): their difference is an n by n table, and the
model predicts the mean.

When it is wrong: the shapes are equal.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
outputs = model(inputs).squeeze(-1)
if outputs.shape != targets.shape:
    raise ValueError(f"outputs {tuple(outputs.shape)} and targets {tuple(targets.shape)} differ")
loss = torch.nn.functional.mse_loss(outputs, targets)"""

KERAS = "model.fit(x, y.reshape(len(y), 1))"


@fix(area="loss", judged_by="reference-loss", safety="changes-results")
def match_shapes(run: Run) -> Change:
    return Change(title="give outputs and targets the same shape", example=KERAS if run.is_keras else EXAMPLE)
