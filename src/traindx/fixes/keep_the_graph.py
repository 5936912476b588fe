"""Let the gradient reach every layer.

When it is right: layers that should learn get no gradient, because a tensor on the way was detached, made into a number
or computed under no_grad.

When it is wrong: the part below is frozen on purpose.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
features = encoder(inputs)  # not: encoder(inputs).detach(), nor under torch.no_grad()
loss = criterion(head(features), targets)"""

KERAS = """\
features = encoder(inputs, training=True)  # keras: no numpy and no stop_gradient between the layers
loss = loss_function(targets, head(features))"""


@fix(area="model", judged_by="symptom", safety="changes-results")
def keep_the_graph(run: Run) -> Change:
    return Change(
        title="remove detach, item, numpy and no_grad between the layers and the loss",
        example=KERAS if run.is_keras else EXAMPLE,
    )
