"""Keep inputs and labels together.

When it is right: one batch can be learned by heart, and yet nothing holds for other samples.

When it is wrong: one batch cannot be learned either: then the model is at fault.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
order = torch.randperm(len(x))
x, y = x[order], y[order]"""

KERAS = """\
order = numpy.random.default_rng(0).permutation(len(x))
x, y = x[order], y[order]"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def pair_inputs_and_labels(run: Run) -> Change:
    return Change(
        title="shuffle, sort and filter inputs and labels with one and the same index",
        example=KERAS if run.is_keras else EXAMPLE,
    )
