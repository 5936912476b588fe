"""Hold out more samples.

When it is right: ups and downs of the validation result are smaller than 1.96 times the root of p(1 - p)/n.

When it is wrong: the validation set has thousands of samples and the differences are larger.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = "train_set, val_set = torch.utils.data.random_split(dataset, [len(dataset) - {n}, {n}])"

KERAS = "model.fit(x[{n}:], y[{n}:], validation_data=(x[:{n}], y[:{n}]))"


@fix(area="evaluation", judged_by="val-metric")
def enlarge_validation_set(
    run: Run,
    *,
    least: int = 2500,  # holds an accuracy to two points, 1.96 times the root of p(1 - p)/n at p = .5
) -> Change | None:
    samples = run.count("samples")
    n = least if samples is None else int(min(least, samples // 5))  # a fifth is what training can spare
    if n < 1:
        return None
    example = (KERAS if run.is_keras else EXAMPLE).format(n=n)
    return Change(title=f"hold out {n:,} samples for validation", to=n, example=example)
