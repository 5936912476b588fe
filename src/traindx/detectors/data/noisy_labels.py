"""Many labels disagree with what the rows around them say.

What it means: small classifiers that never saw a row were sure of its class, and its label is another one. The share
of such labels among the surest rows is flat, so it is the share of wrong labels.

Why it matters: a network first learns what is common and then the errors by heart; no model can be judged better than
its labels are right.

Not to be confused with: classes that overlap, in which even the surest rows disagree more and more: no number is told
of them. Rare and hard cases are not counted.

Blind spots: fewer than 200 rows; classes that only a deep network can tell apart, such as photographs; labels that are
wrong by a rule, which looks like another class.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("data"), whole_run(), at_least=points(1), when="event")
def noisy_labels(
    data: dict[str, Any],
    run: Run,
    *,
    share: float = 0.08,  # the estimate may be off by five points
    surely: float = 0.05,
) -> Findings:
    noise = data.get("noise") or {}
    estimate = noise.get("share")
    if estimate is None or estimate < share or noise["low"] < surely:
        return
    yield Finding(
        severity="warning",
        message=f"about {estimate:.0%} of the labels are wrong ({noise['low']:.0%} to {noise['high']:.0%})",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"share": estimate, "low": noise["low"], "high": noise["high"], "by": noise.get("by"),
                  "rows": noise.get("rows", [])[:20], "pairs": noise.get("pairs", [])},
    )  # fmt: skip
