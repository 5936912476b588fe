"""One picture of two runs, before and after a change: loss, metric, learning rate and gradient norm. Needs matplotlib.

Each quantity has a panel, with the curves of both runs on the same axes. Colour and line style both tell the runs
apart. A panel for which neither run has points says so, and one that has a curve of one run alone names the other.
"""

from __future__ import annotations

from typing import Any

from traindx.guards.escaping import terminal
from traindx.reports.page import tail
from traindx.reports.plots import COLORS, Ink, Line, draw_curve, draw_curves, figure_of, grid, safe, save
from traindx.reports.wording import named, span
from traindx.schema import Run, Series
from traindx.schema.direction import direction

WIDTH, HEIGHT = 11.0, 8.0
BEFORE, AFTER = COLORS[:2]
# Training and validation of one run share its colour; all four differ by style.
STYLES = {"before": ("-", "-."), "after": ("--", ":")}
COLOR = {"before": BEFORE, "after": AFTER}
WHOLE = 10_000  # places on the axis where steps and epochs meet: more than a picture has dots
# The raw values of two runs lie over each other: fainter than those of one.
INK = Ink(faint=0.2, averaged=", mean of {window}")
BROAD = 30  # letters of a legend's entry of which two do not fit beside each other
# The metrics that are looked for first: what most people judge a run by.
METRICS = ("val/metric/accuracy", "train/metric/accuracy")


def training_comparison(before: Run, after: Run, path: str) -> bool:
    """Draws both runs in four panels; False when neither has a curve for any of them."""
    rows = {
        "loss": [
            _first(("train/loss", "train/loss/"), before, after),
            _first(("val/loss", "val/loss/"), before, after),
        ],
        "accuracy or another metric": [_metric(before, after)],
        "learning rate": [_first(("lr", "lr/"), before, after)],
        "gradient norm": [_first(("grad/norm", "grad/norm/clipped"), before, after)],
    }
    if not any(key for keys in rows.values() for key in keys):
        return False
    figure = figure_of(width=WIDTH, height=HEIGHT)
    for axes, (what, keys) in zip(figure.subplots(2, 2).flat, rows.items(), strict=True):
        _panel(axes, what, [key for key in keys if key], before, after)
    names = [f"{word}: {safe(tail(terminal(run.source), 70), 70)}" for word, run in _both(before, after)]
    figure.suptitle("\n".join(names), x=0.01, ha="left", fontsize=10)
    save(figure, path, "Two runs: loss, metric, learning rate and gradient norm", together=False)
    return True


def _both(before: Run, after: Run) -> tuple[tuple[str, Run], tuple[str, Run]]:
    return ("before", before), ("after", after)


def _first(names: tuple[str, ...], before: Run, after: Run) -> str | None:
    """The first series of these names, or families that end in "/", that both have; else that one of them has."""
    both = [key for key in before.series if len(before.series[key]) and len(after.series.get(key, ()))]
    either = [key for run in (before, after) for key, one in run.series.items() if len(one)]
    for keys in (both, either):
        for name in names:
            found = [key for key in keys if key == name or (name.endswith("/") and key.startswith(name))]
            if found:
                return found[0]
    return None


def _metric(before: Run, after: Run) -> str | None:
    """Accuracy, else a metric whose better side is known, else any."""
    every = [key for run in (before, after) for key in run.series if key.startswith(("val/metric/", "train/metric/"))]
    known = [key for key in every if direction(key)]
    sides = [key for side in ("val/", "train/") for key in (*known, *every) if key.startswith(side)]
    return _first((*METRICS, *sides), before, after)


def _panel(axes: Any, what: str, keys: list[str], before: Run, after: Run) -> None:
    """The curves of one quantity, or the sentence that there are none."""
    together = before.unit == after.unit
    lines = _lines(keys, before, after, shared=not together)
    title = ", ".join(safe(named(key), 40) for key in keys) or what
    axes.set_title(title[0].upper() + title[1:], loc="left", fontsize=10)
    if not lines:
        axes.set_axis_off()
        axes.text(0.5, 0.5, f"{what}:\nnot logged in either run", ha="center", va="center", fontsize=10,
                  color="#555555", transform=axes.transAxes)  # fmt: skip
        return
    if what == "learning rate":
        for line in lines:
            draw_curve(axes, line, smooth=False)
        grid(axes)
    else:
        draw_curves(axes, lines, INK)
    for word, run in _both(before, after):
        for key in keys:
            if not len(run.series.get(key, ())):
                axes.plot([], [], ls="none", label=f"{word}: {safe(named(key), 40)} is not logged")
    axes.set_xlabel(before.unit if together else "share of each run, from its first to its last point", fontsize=9)
    if not together:
        axes.set_xticks(range(0, WHOLE + 1, WHOLE // 5), [f"{share} %" for share in range(0, 101, 20)])
    broad = max(map(len, axes.get_legend_handles_labels()[1])) > BROAD
    axes.legend(loc="upper left", bbox_to_anchor=(0.0, -0.17), frameon=False, fontsize=8, ncols=1 if broad else 2,
                handlelength=3.2)  # fmt: skip


def _lines(keys: list[str], before: Run, after: Run, *, shared: bool) -> list[Line]:
    """The curves of a panel; `shared`: over the share of each run, where one counts steps and the other epochs."""
    found = []
    for place, key in enumerate(keys):
        for word, run in _both(before, after):
            series: Series | None = run.series.get(key)
            if series is not None and len(series):
                series = _of_whole(series, run) if shared else series
                label = f"{word}: {safe(named(key), 40)}" if len(keys) > 1 else word
                found.append(Line(label, series, COLOR[word], STYLES[word][place]))
    return found


def _of_whole(series: Series, run: Run) -> Series:
    first, last = span(run) or (0, 0)
    share = (series.steps - first) / max(1, last - first)
    return Series.of(series.name, (share * WHOLE).round().astype(int), series.values)
