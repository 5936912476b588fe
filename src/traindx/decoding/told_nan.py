"""A value that is no number, told by the words that ended a training instead of by a point.

Loops that watch for it stop before they would log it: "found NaN in local grad norm", "Loss is nan, stopping training",
"Model diverged with loss = NaN", "Function 'LogBackward0' returned nan values". The log then ends in a calm. One point
that is not a number is put where the next one would have stood, and a fact says whose words it comes from.

Words that speak of inputs, of metrics or of what to avoid tell nothing of the loss or of its gradient.
"""

from __future__ import annotations

import math
import re

import msgspec

from traindx.schema import Fact, Run, Series

_NOT_FINITE = re.compile(r"(?i)(?<![a-z_])(?:nans?|inf|infinite|infinity|non-finite|not finite)(?![a-z_])")
_GRADIENT = re.compile(r"(?i)\bgrad(?:ient)?s?\b|\bgrad[_ ]norm|Backward\d*'? returned")
_LOSS = re.compile(r"(?i)\bloss(?:es)?\b")
_NO_WORD_OF_IT = re.compile(r"(?i)\b(?:avoid|ignor\w+|no|without|prevent\w*|input|inputs|labels?|targets?)\b")


def told_nan(run: Run) -> Run:
    """The run with the point that the words of its end speak of, where they do and the log has none."""
    error = run.outcome.error
    name = None if error is None else of_what(error.message)
    if error is None or name is None or any(_broken(one) for one in run.series.values()):
        return run
    last = run.last_step
    if last is None:
        return run
    known = run.series.get(name)
    at = max([last, *([] if known is None else known.steps.tolist()[-1:])]) + 1
    steps, values = ([], []) if known is None else (known.steps.tolist(), known.values.tolist())
    told = Series.of(name, [*steps, at], [*values, math.nan], per="step" if known is None else known.per,
                     window=None if known is None else known.window)  # fmt: skip
    fact = Fact(f"{name} told in words", error.message, at)
    return msgspec.structs.replace(run, series={**run.series, name: told}, facts=[*run.facts, fact])


def of_what(words: str) -> str | None:
    """The series of ours that is said to be no finite number: the gradient norm, the loss, or None."""
    if not _NOT_FINITE.search(words) or _NO_WORD_OF_IT.search(words):
        return None
    return "grad/norm" if _GRADIENT.search(words) else "train/loss" if _LOSS.search(words) else None


def _broken(one: Series) -> bool:
    """Whether the log itself holds a loss or a gradient that is no number."""
    if not one.name.startswith(("train/loss", "grad/norm")):
        return False
    return any(not math.isfinite(value) for value in one.values.tolist())
