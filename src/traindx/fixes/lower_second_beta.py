"""Let Adam forget old squares sooner.

When it is right: single spikes come out of the calm, each behind a stretch of small gradients, with a second beta of
.999 and more.

When it is wrong: the spikes belong to single batches: then they come back with them.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4, betas=(0.9, 0.95))"""

KERAS = """\
optimizer = keras.optimizers.AdamW(3e-4, beta_2=0.95)"""


@fix(area="optimizer", judged_by="symptom", safety="changes-results")
def lower_second_beta(run: Run) -> Change:
    return Change(title="lower the second beta from .999 to .95", example=KERAS if run.is_keras else EXAMPLE)
