"""The picture of the rows of a batch, the worst losses first: images, rows of numbers, or tokens. Needs matplotlib."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from traindx.guards.escaping import terminal
from traindx.reports.page import tail
from traindx.reports.plots import COLORS, figure_of, grid, safe, save
from traindx.reports.samples import Shown, chosen
from traindx.schema import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTH = 9.0
COLUMNS = {"images": 6, "numbers": 2, "tokens": 1}
TALL = {"images": 1.75, "numbers": 1.35, "tokens": 0.34}  # inches a row of the picture
BROKEN = (0.985, "v")


def samples(run: Run, sample: Mapping[str, NDArray[np.generic]] | None, path: str) -> bool:
    """Draws the rows with the worst losses; False where there is nothing that can be shown."""
    shown = chosen(sample)
    if shown is None:
        return False
    across = min(COLUMNS[shown.kind], len(shown.rows))
    down = math.ceil(len(shown.rows) / across)
    figure = figure_of(width=WIDTH, height=0.7 + down * TALL[shown.kind])
    panels = figure.subplots(down, across, squeeze=False, sharex=shown.kind == "numbers",
                             sharey=shown.kind == "numbers").ravel()  # fmt: skip
    draw = {"images": _image, "numbers": _numbers, "tokens": _tokens}[shown.kind]
    for place, axes in enumerate(panels):
        if place < len(shown.rows):
            draw(axes, shown, place)
        else:
            axes.set_axis_off()
    order = "the worst losses first" if shown.sorted else "as they come (no loss is known row by row)"
    title = f"{safe(tail(terminal(run.source), 40), 40)}: {len(shown.rows)} of {shown.of} rows, {order}"
    figure.suptitle(title, x=0.01, ha="left", fontsize=10)
    save(figure, path, "Rows of the batch", together=shown.kind == "numbers")
    return True


def _image(axes: Any, shown: Shown, place: int) -> None:
    axes.imshow(shown.rows[place], cmap="gray", vmin=0.0, vmax=1.0, interpolation="nearest")
    axes.set_title(shown.words[place].replace(", loss", "\nloss"), fontsize=7)
    axes.set_xticks([])
    axes.set_yticks([])


def _numbers(axes: Any, shown: Shown, place: int) -> None:
    """A line for the row, a grey one for what is usual; a triangle where a value is not finite."""
    import numpy as np

    row = np.asarray(shown.rows[place], dtype=np.float64)
    several = row.size > 1
    first = {"label": "the median of all rows"} if place == 0 else {}
    axes.plot(shown.usual, color="#9a9a9a", lw=1.2, marker="" if several else "_", **first)
    first = {"label": "the row, by the place of its numbers"} if place == 0 else {}
    axes.plot(np.where(np.isfinite(row), row, np.nan), color=COLORS[0], lw=1.2,
              marker="o" if row.size <= 40 else None, ms=2.5, **first)  # fmt: skip
    bad = np.flatnonzero(~np.isfinite(row))
    if bad.size:
        axes.plot(bad, [BROKEN[0]] * bad.size, ls="none", marker=BROKEN[1], ms=6, color=COLORS[1], clip_on=False,
                  transform=axes.get_xaxis_transform())  # fmt: skip
    axes.set_title(shown.words[place], fontsize=8, loc="left", pad=3)
    grid(axes)
    axes.tick_params(labelsize=7)


def _tokens(axes: Any, shown: Shown, place: int) -> None:
    axes.set_axis_off()
    axes.text(0.0, 0.5, shown.words[place], fontsize=8, va="center", transform=axes.transAxes)
    told = " ".join(str(one) for one in shown.rows[place])
    axes.text(0.27, 0.5, safe(told, 92), fontsize=8, va="center", family="monospace", transform=axes.transAxes)
