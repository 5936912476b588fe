"""The picture of what each layer says on a batch: how large, how spread, which share is silent or at its bounds.

A row is a layer, in the order of the first call, so that names can be read however many there are. Needs matplotlib.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from traindx.guards.escaping import terminal
from traindx.reports.layer_plots import MANY, MOST, ROW, THIN, WIDTH, log_axis, names
from traindx.reports.layers import kept
from traindx.reports.outputs import Output, outputs, reach
from traindx.reports.page import tail
from traindx.reports.plots import COLORS, LOUD, figure_of, safe, save
from traindx.schema import Diagnosis, Run

# Shape and place differ as well as colour: what a zero is, a silent unit, an entry at its bound.
SHARES = (
    ("dead", "units silent on all rows", LOUD["error"], "X"),
    ("saturated", "entries at a bound", COLORS[1], "D"),
)


def activations(subject: Run | Diagnosis, path: str) -> bool:
    """Draws the outputs of all layers; False where none was measured."""
    run = subject if isinstance(subject, Run) else subject.run
    rows = outputs(run)
    if not rows:
        return False
    loud = {} if isinstance(subject, Run) else _loud(subject)
    shown = [rows[place] for place in kept([row.layer for row in rows], MOST, loud)]
    figure = figure_of(width=WIDTH, height=max(2.8, 1.8 + len(shown) * (THIN if len(shown) > MANY else ROW)))
    left, right = figure.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": (3, 2)})
    _sizes(left, shown)
    _shares(right, shown)
    names(left, [row.layer for row in shown], loud)  # both panels share the axis of the layers
    for side in ("top", "right", "left"):
        right.spines[side].set_visible(False)
    right.tick_params(axis="y", length=0)
    part = f", {len(shown)} of {len(rows)} layers" if len(shown) < len(rows) else ""
    left.set_title(f"{safe(tail(terminal(run.source), 50), 50)}: output by layer{part}", loc="left", fontsize=10)
    save(figure, path, "Output of each layer")
    return True


def _loud(diagnosis: Diagnosis) -> dict[str, Any]:
    """The layers whose output a finding names."""
    return {
        one.layer: one.severity
        for one in diagnosis.findings
        if one.layer and one.severity != "info" and (one.series or "act/").startswith("act/")
    }


def _sizes(axes: Any, rows: Sequence[Output]) -> None:
    """A disc for the spread of each layer, a ring for the size of its mean."""
    axes.set_xscale("log")
    low, high = reach(list(rows))
    for place, row in enumerate(rows):
        ends = [min(size, high) for size in (abs(row.mean), row.std) if size > low]
        if len(ends) == 2:
            axes.plot(ends, [place, place], color="#c9d3dd", lw=2.5, zorder=1)
    sizes: tuple[tuple[str, str, str, Callable[[Output], float]], ...] = (
        ("mean, its size", "white", COLORS[1], lambda row: abs(row.mean)),
        ("spread", COLORS[0], COLORS[0], lambda row: row.std),
    )
    for label, fill, edge, size in sizes:
        points = [(min(size(row), high), place) for place, row in enumerate(rows) if size(row) > low]
        if points:
            axes.plot(*zip(*points, strict=True), ls="none", marker="o", ms=4.5, mfc=fill, mec=edge, mew=1.2,
                      label=label, zorder=3)  # fmt: skip
    flat = [place for place, row in enumerate(rows) if row.std == 0]
    broken = [place for place, row in enumerate(rows) if row.broken > 0]
    for where, at, marker, color, label in (
        (flat, 0.008, "<", "#000000", "no spread at all"),
        (broken, 0.992, "X", LOUD["error"], "not finite"),
    ):
        if where:
            axes.plot([at] * len(where), where, ls="none", marker=marker, ms=6, color=color, label=label,
                      transform=axes.get_yaxis_transform(), clip_on=False, zorder=4)  # fmt: skip
    log_axis(axes, low, high, many=len(rows) > MANY)
    axes.set_xlabel("mean and spread of the output, logarithmic", fontsize=9)


def _shares(axes: Any, rows: Sequence[Output]) -> None:
    zeros = [(place, row.zeros) for place, row in enumerate(rows) if row.zeros > 0]
    if zeros:
        axes.barh(*zip(*zeros, strict=True), height=0.7, color="#c9d3dd", label="entries that are zero", zorder=1)
    for field, label, color, marker in SHARES:
        points = [(share, place) for place, row in enumerate(rows) if (share := getattr(row, field)) == share]
        if points:
            axes.plot(*zip(*points, strict=True), ls="none", marker=marker, ms=4.5, color=color, mec="white", mew=0.4,
                      label=label, clip_on=False, zorder=3)  # fmt: skip
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
    many = len(rows) > MANY
    axes.tick_params(axis="x", labelsize=8, top=many, labeltop=many)
    axes.grid(visible=True, axis="x", color="#dddddd", lw=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("share of the output", fontsize=9)
