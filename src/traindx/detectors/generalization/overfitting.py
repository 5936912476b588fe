"""Validation has turned and gets worse while training goes on improving, or stands far below training.

What it means: the loss (or a metric, where there is no loss) on held-out data has its best value behind it, and the
training set does not share in that. What is learned from there on is the training set itself. `turned` says that the
rise is plain; `severe` that the last state is worse than the first one seen and twice the best, or that the accuracies
on training and on validation data lie more than twenty points apart.

Why it matters: the last checkpoint is not the best one, and every step since has been paid for without a gain.

Not to be confused with: a noisy validation curve, which comes back; a training that breaks as a whole, whose training
loss rises too; a loss that rises while the accuracy still improves. The last is overconfidence rather than a loss of
skill, and is reported as information only.

Blind spots: early stopping cuts the rise off before it can be told from noise. A validation set that shares samples
with the training set never turns. In rare cases validation comes down again much later (see double-descent).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.decoding.naming import direction
from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.signals.alignment import medians_between
from traindx.signals.robust import median
from traindx.signals.turning import course_noise, turn


@detector(
    series("val/loss", "val/loss/*", "test/loss", "test/loss/*", "val/metric/*", each=True),
    whole_run(),
    at_least=points(4),
    when="end",
    kinds=("turned", "severe"),
)
def overfitting(
    val: Series,
    run: Run,
    *,
    rise: float = 0.1,  # of the lowest loss: real runs that end within 8 % of it were judged healthy, from 18 % on not
    slight: float = 0.04,  # the same where the training loss is a fifth of it or less, and so has left it behind
    drop: float = 0.05,  # of the best metric; three points of an accuracy near 60 %
    gap: float = 20.0,  # points of accuracy; the common rule of thumb for a severe gap
    gap_loss: float = 0.3,  # of the loss at the start, where accuracies do not tell: ten classes at 80 % have .25
) -> Findings:
    if _told_elsewhere(val, run):
        return
    is_metric = "/metric/" in val.name
    bad = -direction(val.name) * val.values if is_metric else val.values
    level = _training(val, run)
    ahead = 0.0 if is_metric else _loss_gap(bad, level)
    turned = turn(bad, floor=_floor(bad, drop if is_metric else slight if ahead else rise))
    if turned is not None and _not_learning(level, turned.best, turned.end - turned.low):
        turned = None
    apart, most = _accuracy_gap(val, run)
    wide = apart is not None and apart > gap
    far = apart is None and most > gap and ahead > gap_loss
    if turned is None and not wide and not far:
        return
    best, known = (turned.best, turned.known) if turned is not None else (0, len(val) - 1)
    better = turned is not None and _metric_improves(val, run, best)
    worse = turned is not None and turned.end > max(2.0 * turned.low, float(bad[np.isfinite(bad)][0])) and not better
    yield Finding(
        severity="error" if turned is not None and (wide or worse) else "info" if better and not far else "warning",
        message=_message(val, best, turned is not None, apart),
        series=val.name,
        first_step=int(val.steps[best]),
        last_step=int(val.steps[-1]),
        known_step=int(val.steps[known]),
        open=True,
        evidence={
            "kind": "severe" if wide or worse or turned is None else "turned",
            "best_step": int(val.steps[best]),
            "best": float(val.values[best]),
            "rise": None if turned is None else turned.end - turned.low,
            "gap": apart,
            "gap_of_start": ahead or None,
            "metric_still_improves": better,
        },
    )


def _message(val: Series, best: int, turned: bool, apart: float | None) -> str:
    if turned:
        last = val.values[np.isfinite(val.values)][-1]
        return f"{val.name} was best at step {val.steps[best]} ({val.values[best]:.4g}) and ends at {last:.4g}"
    if apart is None:
        return f"{val.name} has come to rest at {val.values[-1]:.4g}, far above the training loss"
    return f"accuracy on training data lies {apart:.0f} points above that of {val.name.split('/')[0]}"


def _floor(bad: NDArray[np.float64], share: float) -> float:
    known = bad[np.isfinite(bad)]
    low = float(known.min(initial=np.inf))
    # A twentieth of what was won counts as well, up to half of the lowest value: a loss that fell from 1 to .02 and
    # ends at .025 has lost next to nothing, one that ends half as high again has.
    won = min(float(known[0]) - low, 10.0 * abs(low)) if known.size else 0.0
    return max(share * abs(low), 0.05 * won, 1e-12)


def _told_elsewhere(val: Series, run: Run) -> bool:
    """One voice for each validation set: terms of a sum speak where there is no sum, metrics where there is no loss."""
    names = list(run.series)
    if "/metric/" in val.name:
        losses = any(name.startswith(("val/loss", "test/loss")) for name in names)
        rated = [name for name in names if name.startswith("val/metric/") and direction(name)]
        main = "val/metric/accuracy" if "val/metric/accuracy" in rated else next(iter(rated), None)
        return losses or val.name != main
    split, term = val.name.split("/", 1)[0], val.name.partition("loss/")[2]
    return bool(term) and f"{split}/loss" in run.series and f"train/loss/{term}" in run.series


def _training(val: Series, run: Run) -> NDArray[np.float64]:
    """Training at the time of each evaluation, lower being better; empty where the log has none."""
    names = (f"train/{val.name.split('/', 1)[1]}", "train/loss", "train/metric/accuracy")
    train = next((found for name in names if (found := run.series.get(name)) is not None and len(found)), None)
    if train is None:
        return np.empty(0)
    sign = 1 if "/loss" in train.name else -direction(train.name)
    return sign * medians_between(train.steps, train.values, val.steps)


def _not_learning(level: NDArray[np.float64], best: int, rise: float) -> bool:
    """Whether training goes the same way or never fell: a training that breaks. NaN counts as broken."""
    then, now = median(level[max(0, best - 1) : best + 2]), median(level[-3:])
    return bool(level.size) and not (now <= then + 0.25 * rise and now < level[0] - 0.05 * abs(level[0]))


def _loss_gap(held: NDArray[np.float64], level: NDArray[np.float64]) -> float:
    """How far a validation loss at rest lies above a training loss of a fifth or less, as a share of the start."""
    quarter = max(2, held.size // 4)
    if not level.size or held.size < 2 * quarter:
        return 0.0
    end, rest, before = median(level[-3:]), median(held[-quarter:]), median(held[-2 * quarter : -quarter])
    start = np.fmax(held[0], level[0])
    left_behind = 0 <= end <= min(0.2 * rest, 0.5 * level[0]) and rest >= 0.97 * before
    return float((rest - end) / start) if left_behind and start > 0 else 0.0


def _accuracy(val: Series, run: Run) -> Series | None:
    split, _, rest = val.name.partition("/")
    term = rest.partition("/")[2]
    own = val if "/metric/" in val.name else run.series.get(f"{split}/metric/{term}_accuracy")
    found = own if own is not None else run.series.get(f"{split}/metric/accuracy")
    return found if found is not None and "accuracy" in found.name and len(found) >= 3 else None


def _accuracy_gap(val: Series, run: Run) -> tuple[float | None, float]:
    """How many points of accuracy training is ahead at the end, and how many it could be at most."""
    train, held = run.series.get("train/metric/accuracy"), _accuracy(val, run)
    if held is None:
        return None, 100.0
    known = [one.values[np.isfinite(one.values)] for one in (train, held) if one is not None]
    both = np.concatenate(known)
    if not known[-1].size or both.min() < 0.0 or both.max() > 100.0:
        return None, 100.0
    percent = 1.0 if both.max() > 1.5 else 100.0
    most = 100.0 - percent * median(known[-1][-max(3, known[-1].size // 4) :])
    if train is None or not known[0].size:
        return None, most
    ahead = medians_between(train.steps, train.values, held.steps) - held.values
    return percent * median(ahead[-max(3, ahead.size // 4) :]), most


def _metric_improves(val: Series, run: Run, best: int) -> bool:
    metric = _accuracy(val, run)
    if metric is None or "/metric/" in val.name:
        return False
    then = float(metric.values[np.searchsorted(metric.steps, val.steps[best]).clip(max=len(metric) - 1)])
    now = median(metric.values[-3:])
    return now - then > max(2.0 * course_noise(metric.values), 0.01 * abs(then))
