"""Validate on several splits.

When it is right: there are so few samples that the result depends on which of them were held out.

When it is wrong: one training takes days: then a larger validation set is the way.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for train_rows, val_rows in sklearn.model_selection.KFold({folds}, shuffle=True, random_state=0).split(x):
    model = train(x[train_rows], y[train_rows])
    scores.append(evaluate(model, x[val_rows], y[val_rows]))"""


@fix(area="evaluation", judged_by="val-metric")
def cross_validate(
    run: Run,
    *,
    folds: int = 5,
) -> Change | None:
    samples = run.count("samples")
    if samples is not None and samples > 100_000:
        return None  # one split of so many tells enough
    return Change(title=f"validate on {folds} splits in turn", to=folds, example=EXAMPLE.format(folds=folds))
