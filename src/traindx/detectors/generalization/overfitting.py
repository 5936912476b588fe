"""Validation has turned and gets worse while training goes on improving, or stands far behind training.

What it means: the loss (or a metric, where there is no loss) on held-out data has its best value behind it, unlike that
of training (`turned`). `severe`: the last state is worse than the first and twice the best, or the two lie over twenty
points of accuracy apart; where accuracies do not tell, a third of the loss at the start.

Why it matters: what is learned from there on is the training set itself; the last checkpoint is not the best one.

Not to be confused with: a noisy validation curve, which comes back; a training that breaks as a whole, whose training
loss rises too; a loss that rises while the accuracy still improves: overconfidence, and reported as information only.

Blind spots: early stopping cuts the rise off before it can be told from noise. A validation set that shares samples
with the training set never turns. In rare cases validation comes down again much later (see double-descent).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.schema.direction import direction
from traindx.signals.alignment import medians_between
from traindx.signals.robust import finite, median
from traindx.signals.turning import course_noise, least_rise, turn


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
    gap_loss: float = 0.3,  # of the loss at the start: ten classes told apart at 80 % have .25
) -> Findings:
    if _told_elsewhere(val, run):
        return
    is_metric = "/metric/" in val.name
    bad = -direction(val.name) * val.values if is_metric else val.values
    level = _training(val, run)
    behind = 0.0 if is_metric else _loss_gap(bad, level)
    turned = turn(bad, floor=least_rise(bad, drop if is_metric else slight if behind else rise))
    if turned is not None and _not_learning(level, turned.best, turned.low, turned.end - turned.low):
        turned = None
    apart, most = _accuracy_gap(val, run)
    wide, far = apart is not None and apart > gap, apart is None and most > gap and behind > gap_loss
    gaps: dict[str, Any] = {"gap": apart, "gap_of_start": behind or None}
    if turned is None:
        if wide or far:
            message = f"{val.name} stands at {finite(val.values)[-1]:.4g}, far behind training"
            yield _finding(val, "warning", message, 0, len(val) - 1, gaps | {"kind": "severe"})
        return
    better = _metric_improves(val, run, turned.best)
    severe = wide or (turned.end > max(2.0 * turned.low, finite(bad)[0]) and not better)
    best, last = float(val.values[turned.best]), finite(val.values)[-1]
    evidence = gaps | {"kind": "severe" if severe else "turned", "best_step": int(val.steps[turned.best]), "best": best}
    evidence |= {"rise": turned.end - turned.low, "metric_improves": better}
    message = f"{val.name} was best at step {val.steps[turned.best]} ({best:.4g}) and ends at {last:.4g}"
    severity = "error" if severe else "info" if better and not far else "warning"
    yield _finding(val, severity, message, turned.best, turned.known, evidence)


def _finding(val: Series, severity: str, message: str, first: int, known: int, evidence: dict[str, Any]) -> Finding:
    return Finding(
        severity=severity,
        message=message,
        series=val.name,
        first_step=int(val.steps[first]),
        known_step=int(val.steps[known]),
        open=True,
        evidence=evidence,
    )


def _told_elsewhere(val: Series, run: Run) -> bool:
    """One voice for each validation set: terms of a sum speak where there is no sum, metrics where there is no loss."""
    if "/metric/" in val.name:
        rated = [name for name in run.series if name.startswith("val/metric/") and direction(name)]
        main = "val/metric/accuracy" if "val/metric/accuracy" in rated else next(iter(rated), None)
        return val.name != main or any(name.startswith(("val/loss", "test/loss")) for name in run.series)
    split, term = val.name.split("/", 1)[0], val.name.partition("loss/")[2]
    return bool(term) and f"{split}/loss" in run.series and f"train/loss/{term}" in run.series


def _training(val: Series, run: Run) -> NDArray[np.float64]:
    """Training at the time of each evaluation, lower being better; empty where the log has none."""
    names = (f"train/{val.name.split('/', 1)[1]}", "train/loss", "train/metric/accuracy")
    train = next((run.series[name] for name in names if len(run.series.get(name, ()))), None)
    if train is None:
        return np.empty(0)
    sign = 1 if "/loss" in train.name else -direction(train.name)
    return sign * medians_between(train.steps, train.values, val.steps)


def _not_learning(level: NDArray[np.float64], best: int, low: float, rise: float) -> bool:
    """Whether training goes the same way or never fell, which makes it one that breaks. NaN counts as broken."""
    then, now = median(level[max(0, best - 1) : best + 2]), median(level[-3:])
    # The end of a longer log need not show the fall: far below the best validation it has learned.
    fell = level.size and (now < level[0] - 0.05 * abs(level[0]) or 0.0 <= now < 0.2 * low)
    return bool(level.size) and not (fell and now <= then + 0.25 * rise)


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
    names = (val.name, f"{split}/metric/{rest.partition('/')[2]}_accuracy", f"{split}/metric/accuracy")
    return next((run.series[name] for name in names if "accuracy" in name and len(run.series.get(name, ())) >= 3), None)


def _accuracy_gap(val: Series, run: Run) -> tuple[float | None, float]:
    """How many points of accuracy training is ahead at the end, and how many it could be at most."""
    train, held = run.series.get("train/metric/accuracy"), _accuracy(val, run)
    shares = np.empty(0) if held is None else finite(held.values)
    if held is None or not shares.size or shares.min() < 0.0 or shares.max() > 100.0:
        return None, 100.0
    unit, late = 100.0 if shares.max() <= 1.5 else 1.0, max(3, shares.size // 4)
    most = 100.0 - unit * median(shares[-late:])
    if train is None or not 0.0 <= median(train.values) <= 100.0:
        return None, most
    return unit * median((medians_between(train.steps, train.values, held.steps) - held.values)[-late:]), most


def _metric_improves(val: Series, run: Run, best: int) -> bool:
    """Whether the accuracy is higher at the end than where the loss was lowest."""
    metric = None if "/metric/" in val.name else _accuracy(val, run)
    if metric is None:
        return False
    then = float(metric.values[np.searchsorted(metric.steps, val.steps[best]).clip(max=len(metric) - 1)])
    return median(metric.values[-3:]) - then > max(2.0 * course_noise(metric.values), 0.01 * abs(then))
