"""The outputs cannot go where the loss wants them.

What it means: an activation stands behind the last layer. `one-sided`: the loss takes logits, and a rectifier makes
them zero or above; `bounded`: it takes logits, and a tanh or sigmoid holds them in a narrow range; `targets-beyond`:
targets lie far outside of the range of the last activation.

Why it matters: logits between -1 and 1 over ten classes cannot give a class more than 45 %, so the loss has a floor.
A class whose logit was cut off to zero gets no gradient and is never learned. Targets beyond the range are never met.

Not to be confused with: a softmax or sigmoid whose loss takes probabilities; logits that are bounded softly and scaled
up again; outputs that happen to be positive.

Blind spots: a cut by clamp or by functions that have no name of an activation.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run

TAKE_LOGITS = ("cross_entropy", "binary_cross_entropy_with_logits")
ONE_BY_ONE = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
LOW = {"relu": 0.0, "relu6": 0.0, "softplus": 0.0, "sigmoid": 0.0, "hardsigmoid": 0.0, "tanh": -1.0, "hardtanh": -1.0,
       "softsign": -1.0}  # fmt: skip
HIGH = {"relu6": 6.0, "sigmoid": 1.0, "hardsigmoid": 1.0, "tanh": 1.0, "hardtanh": 1.0, "softsign": 1.0}


@detector(fact("loss"), whole_run(), at_least=points(1), when="event", kinds=("one-sided", "bounded", "targets-beyond"))
def output_is_cut_off(
    loss: dict[str, Any],
    run: Run,
    *,
    beyond: float = 0.05,  # of the range of the targets, that may stand over; a standardised target has 16 % there
) -> Findings:
    last, target = loss.get("entered_from"), loss.get("target") or {}
    if last not in LOW:
        return
    function, kind = loss.get("function"), None
    if function in TAKE_LOGITS and not (last == "sigmoid" and function != "cross_entropy"):
        kind = "bounded" if last in HIGH else "one-sided"
    elif function in ONE_BY_ONE and _over(target, LOW[last], HIGH.get(last)) > beyond:
        kind = "targets-beyond"
    if kind is None:
        return
    words = "targets that go from {min:.3g} to {max:.3g}".format(**target) if kind == "targets-beyond" else function
    yield Finding(
        severity="warning" if last == "softplus" else "error",
        message=f"a {last} stands between the last layer and {words}",
        series="train/loss",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=kind != "targets-beyond",
        evidence={"kind": kind, "activation": last, "function": function},
    )


def _over(target: dict[str, Any], low: float, high: float | None) -> float:
    """The share of the range of the targets that lies outside."""
    least, most = target.get("min"), target.get("max")
    if least is None or most is None or most <= least:
        return 0.0
    outside = max(0.0, low - least) + (max(0.0, most - high) if high is not None else 0.0)
    return float(outside / (most - least))
