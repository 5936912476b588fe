"""Draw rare classes more often.

When it is right: one class outweighs the others, and weights in the loss make single gradients too large.

When it is wrong: the rare class has a handful of samples: they are then learned by heart.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
counts = torch.bincount(y_train)
sampler = torch.utils.data.WeightedRandomSampler(1.0 / counts[y_train], num_samples=len(y_train))
loader = torch.utils.data.DataLoader(dataset, batch_size=32, sampler=sampler)"""

KERAS = """\
chance = 1.0 / numpy.bincount(y_train)[y_train]
rows = numpy.random.default_rng(0).choice(len(y_train), len(y_train), p=chance / chance.sum())
model.fit(x_train[rows], y_train[rows])"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def resample_classes(run: Run) -> Change:
    return Change(
        title="draw the samples so that the classes come equally often",
        example=KERAS if run.is_keras else EXAMPLE,
    )
