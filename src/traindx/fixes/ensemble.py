"""Average several models.

When it is right: the last percent matters and the time of several trainings and predictions can be spent.

When it is wrong: the single model is faulty: the average of faulty models is faulty.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
models = [train(seed) for seed in range({members})]
probabilities = sum(model(x).softmax(dim=-1) for model in models) / len(models)"""

KERAS = """\
models = [train(seed) for seed in range({members})]
probabilities = sum(model.predict(x) for model in models) / len(models)"""


@fix(area="regularization", judged_by="val-metric")
def ensemble(
    run: Run,
    *,
    members: int = 5,
) -> Change:
    example = (KERAS if run.is_keras else EXAMPLE).format(members=members)
    return Change(title=f"average the answers of {members} models", from_=1, to=members, example=example)
