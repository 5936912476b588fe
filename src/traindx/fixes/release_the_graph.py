"""Keep numbers, not tensors with their graph.

When it is right: memory grows with every step, and losses or outputs are summed up or kept in a list.

When it is wrong: the gradient must flow through what is kept, as in training over several steps in a row.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
total += loss.item()  # not: total += loss
kept.append(output.detach().cpu())"""

KERAS = """\
total += float(loss)  # in a loop of your own around a keras model"""


@fix(area="optimizer", judged_by="symptom", safety="safe")
def release_the_graph(run: Run) -> Change:
    return Change(
        title="turn what is kept from step to step into plain numbers", example=KERAS if run.is_keras else EXAMPLE
    )
