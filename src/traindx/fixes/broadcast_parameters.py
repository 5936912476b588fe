"""Give all ranks the same weights.

When it is right: ranks have drifted apart, because parameters changed outside of the wrapper that keeps them equal.

When it is wrong: each rank trains a model of its own on purpose.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
model = torch.nn.parallel.DistributedDataParallel(model)  # every forward pass goes through it
for tensor in model.module.state_dict().values():
    torch.distributed.broadcast(tensor, src=0)"""

KERAS = """\
with strategy.scope():  # all variables of keras are made inside
    model = build_model()"""


@fix(area="optimizer", judged_by="symptom", safety="changes-results")
def broadcast_parameters(run: Run) -> Change:
    return Change(
        title="go through the wrapper at every step, and send the weights of the first rank to all",
        example=KERAS if run.is_keras else EXAMPLE,
    )
