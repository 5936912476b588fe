"""Drop the inputs that give the answer away.

When it is right: the loss is close to zero at once for a task that should be hard, and one input tells nearly all.

When it is wrong: the input is known in use as well: then it is a good one.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
related = torch.corrcoef(torch.cat([x, y[:, None].float()], dim=1).T)[-1, :-1].abs()
print(related.argsort(descending=True)[:5])  # look at these first
x = x[:, related < 0.99]"""

KERAS = """\
related = numpy.abs(numpy.corrcoef(x, y, rowvar=False)[-1, :-1])
x = x[:, related < 0.99]"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def drop_leaking_features(run: Run) -> Change:
    return Change(title="drop inputs that are only known after the answer", example=KERAS if run.is_keras else EXAMPLE)
