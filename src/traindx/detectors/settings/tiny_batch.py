"""The run was told to step after one or two samples.

What it means: the settings name a batch size that, times accumulation and ranks where these are known, is two or less.

Why it matters: the gradient of one sample is mostly noise. A rate that suits a batch of dozens is too high for it, and
normalisation over the batch has nothing to average over.

Not to be confused with: long sequences, large images and volumes, of which one is many samples in itself. It is
information for that reason, and counts where the curve fits it.

Blind spots: accumulation and ranks that no log names.
"""

from __future__ import annotations

from traindx.schema import Finding, Findings, detector, points, setting
from traindx.schema.settings import quantity


@detector(
    setting("batch_size"),
    setting("accumulation", optional=True),
    setting("world_size", optional=True),
    at_least=points(1),
    when="end",
)
def tiny_batch(
    batch_size: object,
    accumulation: object,
    world_size: object,
    *,
    few: float = 2.0,  # from four on, small batches are used with success
) -> Findings:
    told = quantity(batch_size)
    if told is None or told < 1.0:
        return
    samples = told * max(1.0, quantity(accumulation) or 1.0) * max(1.0, quantity(world_size) or 1.0)
    if samples <= few:
        yield Finding(
            severity="info",
            message=f"a step takes {samples:g} sample{'' if samples == 1.0 else 's'}",
            evidence={"samples": samples, "few": few},
        )
