"""Pictures of what was measured layer by layer: how the gradient flows, and a heat map for each quantity.

A row is a layer, from the input at the top to the output at the bottom, so that names can be read however many there
are. Needs matplotlib.
"""

from __future__ import annotations

import os
from typing import Any

from traindx.guards.escaping import terminal
from traindx.reports.layers import LEAST, QUANTITIES, Heat, Row, colours, flow, heats, kept, reach
from traindx.reports.page import tail
from traindx.reports.plots import COLORS, LOUD, figure_of, loss_curve, rate_against_loss, safe, save
from traindx.reports.wording import format_words, plain
from traindx.schema import Diagnosis, Run

ROW = 0.17  # inches a layer: its name in letters of eight points
THIN = 0.11  # where there are many, in letters of five
MANY = 60
MOST = 400  # layers of a picture; beyond, those that a finding names and every so many of the others
LETTERS = 44
WIDTH = 9.0
COLUMNS = 200  # steps of a heat map
MAP = "viridis"  # told apart by eyes of every kind of colour vision, and as grey values
EMPTY, ZERO = "#ffffff", "#c4c4c4"  # no grey is among the colours of the map


def pictures(subject: Run | Diagnosis, folder: str, suffix: str = ".png") -> list[str]:
    """Draws all that there is to draw of a run into a folder; returns the names of the files."""
    one_each = (
        ("loss_curve", loss_curve),
        ("lr_loss_correlation", rate_against_loss),
        ("gradient_flow", gradient_flow),
    )
    run = subject if isinstance(subject, Run) else subject.run
    # What was measured on the bench is a moment and no course.
    files = [(f"{name}{suffix}", draw) for name, draw in one_each if draw is gradient_flow or not run.on_bench]
    drawn = [file for file, draw in files if draw(subject, os.path.join(folder, file))]
    return [*drawn, *layer_heat_maps(subject, folder, suffix)]


def gradient_flow(subject: Run | Diagnosis, path: str, *, least: int = LEAST) -> bool:
    """Draws the gradient norm of each layer, early and late in the run; False where no layers are logged."""
    run, loud = _parts(subject)
    rows = flow(run, least=least)
    if not rows:
        return False
    places = kept([row.layer for row in rows], MOST, loud)
    shown = [rows[place] for place in places]
    figure, axes = _frame(len(shown))
    _norms(axes, shown, alone=_alone(run))
    names(axes, [row.layer for row in shown], loud)
    axes.set_xlabel("gradient norm, logarithmic", fontsize=9)
    _title(axes, run, "gradient by layer", len(shown), len(rows))
    save(figure, path, "Gradient norm by layer")
    return True


def layer_heat_maps(subject: Run | Diagnosis, folder: str, suffix: str = ".png") -> list[str]:
    """Draws layers by steps for each quantity that was logged so, each in a file of its own; returns their names."""
    run, loud = _parts(subject)
    drawn = []
    for heat in heats(run, COLUMNS):
        name = f"{heat.quantity.replace('/', '_')}_by_layer{suffix}"
        _heat_map(heat, run, loud.get(heat.quantity, {}), os.path.join(folder, name))
        drawn.append(name)
    return drawn


def _parts(subject: Run | Diagnosis) -> tuple[Run, dict[str, Any]]:
    """The run, and the layers that a finding holds something against: by quantity, and all of them together."""
    if isinstance(subject, Run):
        return subject, {}
    loud: dict[str, Any] = {}
    for one in subject.findings:
        if one.layer is None or one.severity == "info":
            continue
        quantity = (one.series or "").removesuffix(f"/{one.layer}")
        loud.setdefault(quantity, {}).setdefault(one.layer, one.severity)
        if quantity.startswith("grad/"):
            loud.setdefault(one.layer, one.severity)
    return subject.run, loud


def _frame(rows: int) -> tuple[Any, Any]:
    height = 1.7 + rows * (THIN if rows > MANY else ROW)
    figure = figure_of(width=WIDTH, height=max(2.6, height))
    return figure, figure.subplots()


def _alone(run: Run) -> str:
    """What the one point of each layer is, where there is no second."""
    if max(map(len, run.layers("grad/norm").values())) > 1:
        return ""
    return "the batch" if run.on_bench else "the one step"


def _norms(axes: Any, rows: list[Row], *, alone: str) -> None:
    """A bar for the reach of each layer, a ring where it was early, a disc where it is late."""
    axes.set_xscale("log")
    for place, row in enumerate(rows):
        if row.high > 0:
            axes.plot([row.low, row.high], [place, place], color="#c9d3dd", lw=3.5, solid_capstyle="round", zorder=1)
    marks = (("early", 0, "o", "white", COLORS[1]), ("late", 1, "o", COLORS[0], COLORS[0]))
    for word, column, marker, fill, edge in marks[1:] if alone else marks:
        points = [(one, place) for place, row in enumerate(rows) if (one := (row.early, row.late)[column]) > 0]
        label = alone or f"{word}: median of the {'first' if word == 'early' else 'last'} third"
        if points:
            axes.plot(*zip(*points, strict=True), ls="none", marker=marker, ms=5, mfc=fill, mec=edge, mew=1.3,
                      label=label, zorder=3)  # fmt: skip
    edge_of = axes.get_yaxis_transform()
    for word, chosen, at, marker, color in (
        ("zero at some step", [row.zeros > 0 and row.late != 0 for row in rows], 0.006, "<", "#9a9a9a"),
        ("zero at the end", [row.zeros > 0 and row.late == 0 for row in rows], 0.006, "<", "#000000"),
        ("not finite at some step", [row.broken > 0 for row in rows], 0.994, "X", LOUD["error"]),
    ):
        where = [place for place, yes in enumerate(chosen) if yes]
        if where:
            axes.plot([at] * len(where), where, ls="none", marker=marker, ms=6, color=color, label=word,
                      transform=edge_of, clip_on=False, zorder=4)  # fmt: skip
    log_axis(axes, *reach(rows), many=len(rows) > MANY)


def log_axis(axes: Any, low: float, high: float, *, many: bool) -> None:
    """A logarithmic axis below the rows, above them too where there are many."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axes.set_xlim(low, high)
    axes.grid(visible=True, axis="x", color="#dddddd", lw=0.6)
    axes.set_axisbelow(True)
    axes.xaxis.set_tick_params(which="both", labelsize=8)
    axes.xaxis.set_tick_params(top=many, labeltop=many)
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 1000 * low else (1.0,)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: plain(float(value))))
    axes.xaxis.set_minor_formatter(NullFormatter())


def names(axes: Any, layers: list[str], loud: dict[str, Any]) -> None:
    """The names beside the rows, those that a finding names in its colour and in bold."""
    many = len(layers) > MANY
    axes.set_yticks(range(len(layers)), [safe(tail(terminal(one), LETTERS), LETTERS) for one in layers])
    axes.set_ylim(len(layers) - 0.4, -0.6)
    axes.tick_params(axis="y", labelsize=5.5 if many else 8, length=0)
    for label, layer in zip(axes.get_yticklabels(), layers, strict=True):
        severity = loud.get(layer)
        if isinstance(severity, str):
            label.set_color(LOUD[severity])
            label.set_fontweight("bold")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _heat_map(heat: Heat, run: Run, loud: dict[str, Any], path: str) -> None:
    import matplotlib
    import numpy as np
    from matplotlib.colors import LogNorm, Normalize

    places = kept(heat.layers, MOST, loud)
    layers, values = [heat.layers[place] for place in places], heat.values[places]
    figure, axes = _frame(len(layers))
    low, high = colours(heat)
    scale = LogNorm(low, high, clip=True) if heat.log else Normalize(low, high, clip=True)
    bright = matplotlib.colormaps[MAP].with_extremes(bad=EMPTY)
    zero = (values == 0.0) & heat.log
    plain = np.where(np.isfinite(values) & ~zero, values, np.nan)
    edges = np.asarray(heat.steps, dtype=np.float64)
    rows = np.arange(len(layers) + 1) - 0.5
    mesh = axes.pcolormesh(edges, rows, np.ma.masked_invalid(plain), cmap=bright, norm=scale, rasterized=True)
    for cells, color, word in ((zero, ZERO, "zero"), (np.isinf(values), LOUD["error"], "not finite")):
        if cells.any():
            flat = matplotlib.colors.ListedColormap([color])
            axes.pcolormesh(edges, rows, np.ma.masked_where(~cells, cells.astype(float)), cmap=flat, rasterized=True)
            axes.plot([], [], ls="none", marker="s", color=color, label=word)
    bar = figure.colorbar(mesh, ax=axes, aspect=30, pad=0.02, anchor=(0.0, 1.0),
                          shrink=min(1.0, 4.5 / figure.get_figheight() + 0.1))  # fmt: skip
    bar.ax.tick_params(labelsize=8)
    bar.set_label(QUANTITIES[heat.quantity][0] + (", logarithmic" if heat.log else ""), fontsize=8)
    names(axes, layers, loud)
    axes.tick_params(axis="x", labelsize=8)
    axes.set_xlabel(run.unit, fontsize=9)
    _title(axes, run, f"{QUANTITIES[heat.quantity][0]} by layer and {run.unit}", len(layers), len(heat.layers))
    save(figure, path, f"{QUANTITIES[heat.quantity][0]} by layer and {run.unit}")


def _title(axes: Any, run: Run, what: str, shown: int, of: int) -> None:
    source = tail(terminal(run.source), 50)
    part = f", {shown} of {of} layers" if shown < of else ""
    axes.set_title(f"{safe(source, 50)}: {what}{part} ({safe(format_words(run), 30)})", loc="left", fontsize=10)
