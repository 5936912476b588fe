"""Make the samples differ from each other.

When it is right: the inputs of a batch are all the same.

When it is wrong: they differ: then the signal is lost inside the network.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
inputs, targets = next(iter(loader))
if float(inputs.std(dim=0).max()) == 0.0:
    raise ValueError("all samples of the batch are the same: look at the decoder and the transforms")"""

KERAS = """\
if float(numpy.std(x[:32], axis=0).max()) == 0.0:
    raise ValueError("all samples of the batch are the same: look at the decoder and the transforms")"""


@fix(area="data", judged_by="val-metric")
def repair_input_pipeline(run: Run) -> Change:
    return Change(title="make sure that the samples of a batch differ", example=KERAS if run.is_keras else EXAMPLE)
