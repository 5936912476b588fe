"""Adam runs at a learning rate that is hardly ever right for it.

What it means: the logged learning rate reaches .1 or more, and the settings name Adam or one of its nearest kin.

Why it matters: these optimizers move every weight by about the rate at each step, whatever the size of the gradient.
Weights of a network are mostly smaller than .1, so that a single step carries them through all the values they could
have. The default is .001, and training hardly ever works from .05 on.

Not to be confused with: plain gradient descent and Adagrad, for which .1 is ordinary; optimizers that find the rate by
themselves and are told 1; settings that name a factor, which a schedule turns into a rate: only logged rates count.

Blind spots: rates that are too high and still below .1; a log without the rate.
"""

from __future__ import annotations

import re

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series, setting

# Those whose steps have the size of the rate; Adagrad, Adadelta, Adafactor and those that set their own rate have not.
KIN = {"adam", "adamw", "nadam", "radam", "amsgrad", "adamax", "adabelief", "lamb", "lion"}


@detector(series("lr", "lr/*"), setting("optimizer"), at_least=points(5), when="end")
def high_learning_rate(
    rate: Series,
    optimizer: object,
    *,
    usual: float = 0.1,  # a hundred times the default; small networks were seen to bear .05
) -> Findings:
    name = re.sub(r"[^a-z]|fused|apex", "", str(optimizer).lower().rpartition(".")[2])
    high = np.isfinite(rate.values) & (rate.values >= usual)
    # A lone value may be a misprint or the end of a search for the rate.
    if name not in KIN or high.sum() < 3 or float(np.median(rate.values[np.isfinite(rate.values)])) < 0.1 * usual:
        return
    yield Finding(
        severity="warning",
        message=f"{optimizer} runs at a learning rate of up to {rate.values[high].max():.3g}",
        series=rate.name,
        first_step=int(rate.steps[np.argmax(high)]),
        last_step=int(rate.steps[np.flatnonzero(high)[-1]]),
        known_step=int(rate.steps[np.flatnonzero(high)[2]]),
        evidence={"peak": float(rate.values[high].max()), "usual": usual},
    )
