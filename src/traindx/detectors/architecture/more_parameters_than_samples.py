"""The model has more trained parameters than there are samples.

What it means: `many`: ten trained parameters a sample and more; `very-many`: ten thousand. Always information.

Why it matters: such a model can learn its samples by heart. Whether it does is a matter of what it is, how it is held
back and how long it trains: most networks in use have far more parameters than samples and generalise.

Not to be confused with: overfitting, which a validation curve shows. The naive rule of ten parameters a sample calls
every fine-tuned transformer and every convolutional network of a small set a fault; this is a number to know, no more.

Blind spots: the number of samples must be known; weights that were trained elsewhere on far more of them.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, setting, whole_run
from traindx.schema.settings import quantity


@detector(fact("model"), setting("samples"), whole_run(), at_least=points(1), when="event", kinds=("many", "very-many"))
def more_parameters_than_samples(
    model: Any,
    samples: Any,
    run: Run,
    *,
    many: float = 10.0,  # a sample
    very_many: float = 1e4,
) -> Findings:
    count, trained = quantity(samples), (model or {}).get("trainable")
    if not count or count <= 0 or not trained or trained < many * count:
        return
    each = trained / count
    yield Finding(
        severity="info",
        message=f"{trained:,} trained parameters for {count:,.0f} samples: {each:.3g} a sample",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": "very-many" if each >= very_many else "many", "a_sample": each},
    )
