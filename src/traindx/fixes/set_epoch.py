"""Shuffle anew in every epoch.

When it is right: several ranks read through a DistributedSampler, and the order of the samples is the same in each
epoch.

When it is wrong: the order is drawn by the loader itself, as on one rank with shuffle switched on.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for epoch in range(epochs):
    loader.sampler.set_epoch(epoch)
    train_one_epoch(loader)"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def set_epoch(run: Run) -> Change | None:
    if run.is_keras:
        return None
    return Change(title="tell the sampler which epoch it is", example=EXAMPLE)
