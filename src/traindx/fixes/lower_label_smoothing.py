"""Smooth the labels less.

When it is right: the training loss stands on the entropy of the smoothed labels and the answers are too timid.

When it is wrong: accuracy is what counts and it is good: the floor does no harm.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = "criterion = torch.nn.CrossEntropyLoss(label_smoothing={to:g})"

KERAS = "loss = keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing={to:g})"


@fix(area="loss", judged_by="val-metric")
def lower_label_smoothing(
    run: Run,
    *,
    usual: float = 0.1,
) -> Change | None:
    present = run.number("label_smoothing")
    if present is not None and present <= 0:
        return None
    to = usual if present is not None and present > usual else 0.0
    start = "" if present is None else f" from {present:g}"
    example = (KERAS if run.is_keras else EXAMPLE).format(to=to)
    return Change(title=f"lower label smoothing{start} to {to:g}", from_=present, to=to, example=example)
