"""The picture of statistics: of gradients, outputs, an architecture or the columns of data. Needs matplotlib."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from traindx.guards.refusal import Refused
from traindx.reports.activation_plots import activations
from traindx.reports.layer_plots import MANY, MOST, ROW, THIN, WIDTH, gradient_flow, log_axis, names
from traindx.reports.layers import kept
from traindx.reports.plots import COLORS, LOUD, figure_of, save
from traindx.schema.stats import Stats

KINDS = (".png", ".svg", ".pdf")


def draw(stats: Stats, path: str) -> None:
    """Draws the statistics to a file; says where there is nothing to draw."""
    if not path.lower().endswith(KINDS):
        raise Refused(f"{path} is no picture that can be drawn", f"name a file that ends in {' or '.join(KINDS)}")
    whole: dict[str, Callable[[], bool]] = {
        "gradients": lambda: gradient_flow(stats.diagnosis or stats.run, path, least=1),
        "activations": lambda: activations(stats.diagnosis or stats.run, path),
        "architecture": lambda: _rows(stats, path, "parameters", "parameters of each layer, logarithmic"),
    }
    drawn = whole.get(stats.subject, lambda: _columns(stats, path))()
    if not drawn:
        raise Refused(f"there is nothing to draw of these {stats.subject}", "see print(stats) for what was measured")


def _rows(stats: Stats, path: str, word: str, words: str) -> bool:
    """A disc for a number of each row, on a logarithmic scale."""
    known = {name: float(row[word]) for name, row in stats.rows.items() if _positive(row.get(word))}
    if not known:
        return False
    shown = _shown(list(known), stats)
    figure = _figure(len(shown))
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.plot([known[name] for name in shown], range(len(shown)), ls="none", marker="o", ms=5, color=COLORS[0])
    log_axis(axes, min(known.values()) / 1.6, max(known.values()) * 1.6, many=len(shown) > MANY)
    names(axes, shown, _loud(stats))
    axes.set_xlabel(words, fontsize=9)
    axes.set_title(f"{stats.subject}: {len(shown)} of {len(stats)} rows", loc="left", fontsize=10)
    save(figure, path, words)
    return True


def _columns(stats: Stats, path: str) -> bool:
    """The range, the mean and the spread of each column, and how many of its values are missing."""
    known = {name: row for name, row in stats.rows.items() if all(_finite(row.get(one)) for one in ("mean", "std"))}
    if not known:
        return False
    shown = _shown(list(known), stats)
    figure = _figure(len(shown))
    axes = figure.subplots()
    for place, name in enumerate(shown):
        row = known[name]
        low, high = row.get("min"), row.get("max")
        if _finite(low) and _finite(high):
            axes.plot([low, high], [place, place], color="#c9d3dd", lw=2, zorder=1,
                      label="from the smallest to the largest" if not place else None)  # fmt: skip
        ends = [row["mean"] - row["std"], row["mean"] + row["std"]]
        axes.plot(ends, [place, place], color=COLORS[0], lw=4, zorder=2, label=None if place else "mean and spread")
        axes.plot([row["mean"]], [place], ls="none", marker="o", ms=4, mfc="white", mec=COLORS[0], zorder=3)
        if row.get("missing"):
            axes.text(1.01, place, f"{row['missing']:,} missing", color=LOUD["error"], fontsize=7, va="center",
                      transform=axes.get_yaxis_transform())  # fmt: skip
    sizes = [
        abs(float(one or 0))
        for name in shown
        for one in (known[name].get("min"), known[name].get("max"))
        if _finite(one)
    ]
    middle = sorted(sizes)[len(sizes) // 2] if sizes else 0.0
    if middle > 0 and max(sizes) > 1e3 * middle:
        axes.set_xscale("symlog", linthresh=middle)
    axes.grid(visible=True, axis="x", color="#dddddd", lw=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", labelsize=8)
    names(axes, shown, _loud(stats))
    axes.set_title(f"{stats.subject}: {len(shown)} of {len(stats)} columns", loc="left", fontsize=10)
    save(figure, path, f"{stats.subject} by column")
    return True


def _figure(rows: int) -> Any:
    return figure_of(width=WIDTH, height=max(2.6, 1.7 + rows * (THIN if rows > MANY else ROW)))


def _shown(rows: list[str], stats: Stats) -> list[str]:
    return [rows[place] for place in kept(rows, MOST, _loud(stats))]


def _loud(stats: Stats) -> dict[str, Any]:
    return {one.layer: one.severity for one in stats.problems if one.layer}


def _finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _positive(value: Any) -> bool:
    return _finite(value) and value > 0
