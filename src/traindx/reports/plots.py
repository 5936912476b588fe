"""Pictures of a run: the loss curve with its findings, and the rate above the loss. Needs matplotlib.

Raw values stand behind, their moving average in front. A value that is not finite is drawn as a triangle at the upper
edge, never left out in silence. Curves differ by line style as well as by colour.
"""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from traindx.guards.escaping import terminal
from traindx.reports.curves import chosen, main, seen
from traindx.reports.page import clipped, tail
from traindx.reports.sparkline import FLAT
from traindx.reports.wording import compact, format_words, message, named, plain, span
from traindx.schema import Diagnosis, Finding, Run, Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Colours that people of every kind of colour vision tell apart (Okabe and Ito, 2008), and as grey values too.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
STYLES = ("-", "--", "-.", ":")
LOUD = {"error": "#b00020", "warning": "#8a5a00", "info": "#666666"}
# Points that are drawn of one curve: beyond two a pixel nothing more can be seen.
POINTS = 4_000
# The average runs over this share of the points: an eye takes in about fifty bends of a curve.
SMOOTH = 50
LEAST = 4  # points; a shorter average is the curve again
# The median of so many points holds no jump of one or two.
JUMPS = 5
# Series whose values spread over more decades than this are drawn on a logarithmic axis.
DECADES = 1.0
SIZE, DOTS = (9.0, 4.8), 130
DOTTED = (0, (2, 2))
# So many spreads from the running median is a single jump.
JUMP = 6.0
MOST_MARKS = 60
# Differences and margins of larger numbers would leave the range of doubles.
LARGEST = 1e300


class Line(NamedTuple):
    """A curve of a panel: its words, its points, and what it is drawn with."""

    label: str
    series: Series
    color: str
    style: str


class Ink(NamedTuple):
    """How strong the raw values behind an average are, and what stands behind the words of a curve."""

    faint: float = 0.45
    averaged: str = " (moving average of {window}, without jumps)"


ALONE = Ink()


class MissingExtra(Exception):
    """Matplotlib is not there; `str()` says how to install it."""


def loss_curve(subject: Run | Diagnosis, path: str) -> bool:
    """Draws training and validation loss with the findings marked; False when there is no curve to draw."""
    run, findings = _parts(subject)
    curves = main(run) if isinstance(subject, Run) else _told(subject)
    if not curves:
        return False
    figure = figure_of()
    axes = figure.subplots()
    draw_curves(axes, _lines(curves))
    _marks(axes, findings, run)
    axes.set_title(_title(run, "loss"), loc="left", fontsize=10, pad=16)
    axes.set_xlabel(run.unit)
    save(figure, path, f"Training and validation loss by {run.unit}")
    return True


def rate_against_loss(subject: Run | Diagnosis, path: str) -> bool:
    """Draws the loss above the learning rate over the same steps; False when the log has not both."""
    run, findings = _parts(subject)
    curves = dict(list(main(run).items())[:1])
    rates = {key: one for key, one in run.series.items() if (key == "lr" or key.startswith("lr/")) and len(one)}
    if not curves or not rates:
        return False
    figure = figure_of(height=6.0)
    above, below = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": (2, 1)})
    draw_curves(above, _lines(curves))
    _marks(above, findings, run)
    above.set_title(_title(run, "loss and learning rate"), loc="left", fontsize=10, pad=16)
    for line in _lines(dict(list(rates.items())[: len(COLORS)]), start=1):
        draw_curve(below, line, smooth=False)
    for one in findings:
        below.axvline(one.first_step, color=LOUD[one.severity], lw=0.9, ls=DOTTED, zorder=1)
    below.set_xlabel(run.unit)
    grid(below)
    save(figure, path, f"Loss and learning rate by {run.unit}")
    return True


def _lines(curves: dict[str, Series], *, start: int = 0) -> list[Line]:
    """The curves, each in a colour and a style of its own."""
    places = enumerate(curves.items(), start=start)
    return [
        Line(_label(key), series, COLORS[place % len(COLORS)], STYLES[place % len(STYLES)])
        for place, (key, series) in places
    ]


def _told(diagnosis: Diagnosis) -> dict[str, Series]:
    """The losses, of several validation sets the one that the findings speak of."""
    losses = {key: one for key, one in chosen(diagnosis, 4) if key.startswith(("train/loss", "val/"))}
    return losses or main(diagnosis.run)


def _parts(subject: Run | Diagnosis) -> tuple[Run, list[Finding]]:
    """The run, and up to four findings that have a place on the axis."""
    if isinstance(subject, Run):
        return subject, []
    ends = span(subject.run) or (0, 0)
    loud = [group[0] for group in seen(subject, 8) if group[0].severity != "info"]
    placed = [one for one in loud if one.first_step is not None and ends[0] <= one.first_step <= ends[1]]
    return subject.run, placed[:4]


def figure_of(*, width: float = SIZE[0], height: float = SIZE[1]) -> Any:
    """A figure with a canvas of its own: nothing of the user's matplotlib is touched, no window is opened."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        message = "pictures need matplotlib, which is not installed: pip install 'traindx[plot]'"
        raise MissingExtra(message) from None
    figure = Figure(figsize=(width, height), dpi=DOTS, layout="constrained")
    FigureCanvasAgg(figure)
    figure.set_facecolor("white")
    return figure


def draw_curves(axes: Any, lines: list[Line], ink: Ink = ALONE) -> None:
    """All curves, on a scale that shows each of them whole; single jumps far outside are marked at the edge."""
    import numpy as np
    from matplotlib.ticker import LogLocator

    low, high = _reach([one.series for one in lines])
    top = np.inf
    if low > 0 and np.log10(high) - np.log10(low) > DECADES:
        axes.set_yscale("log")
        subs = (1.0, 2.0, 5.0) if high / low < 1e4 else (1.0,)
        axes.yaxis.set_major_locator(LogLocator(subs=subs))
    else:
        least = FLAT * max(abs(low), abs(high))  # a flat curve stays flat
        every = [one.series for one in lines]
        highest = max(float(_drawable(one)[np.isfinite(one.values)].max(initial=-np.inf)) for one in every)
        if highest - high > max(high - low, least):
            top = high + 0.1 * max(high - low, least)
            axes.set_ylim(low - 0.1 * max(high - low, least), top)
        elif high - low < least:
            axes.set_ylim(low - least, high + least)
    for line in lines:
        series = line.series
        draw_curve(axes, line, ink)
        beyond = series.steps[np.isfinite(series.values) & (series.values > top)]
        if beyond.size:
            most = compact(float(series.values[np.isfinite(series.values)].max()))
            words = f"{line.label}: {beyond.size:,} above the edge, up to {most}"
            _triangles(axes, beyond, line.color, words, marker="^")
    grid(axes)


def _reach(curves: list[Series]) -> tuple[float, float]:
    """The lowest and the highest value but for single jumps."""
    import numpy as np

    from traindx.signals.smoothing import running_median

    calm = [running_median(_drawable(one), JUMPS) if len(one) >= 3 * JUMPS else _drawable(one) for one in curves]
    values = np.concatenate([one[np.isfinite(one)] for one in calm])
    return (float(values.min()), float(values.max())) if values.size else (0.0, 1.0)


def _drawable(series: Series) -> NDArray[np.float64]:
    """The values, the largest numbers cut to what an axis can hold."""
    import numpy as np

    return np.where(np.isfinite(series.values), np.clip(series.values, -LARGEST, LARGEST), series.values)


def draw_curve(axes: Any, line: Line, ink: Ink = ALONE, *, smooth: bool = True) -> None:
    """The raw values behind, the moving average in front, triangles where a value is not finite."""
    import numpy as np

    from traindx.signals.sampling import thin

    label, series, color, style = line
    order = np.argsort(series.steps, kind="stable")
    steps, values = series.steps[order].astype(np.float64), _drawable(series)[order]
    finite = np.isfinite(values)
    window = len(values) // SMOOTH
    averaged = smooth and window >= LEAST
    xs, ys = thin(steps, np.where(finite, values, np.nan), POINTS)
    axes.plot(xs, ys, style, color=color, lw=0.8 if averaged else 1.6, alpha=ink.faint if averaged else 1.0,
              marker="o" if finite.sum() < 30 else None, ms=3.5, label=None if averaged else label)  # fmt: skip
    if averaged:
        xs, ys = thin(steps, _average(values, window), POINTS)
        axes.plot(xs, ys, style, color=color, lw=1.9, label=label + ink.averaged.format(window=window))
    if not finite.all():
        words = f"{label}: {int((~finite).sum()):,} not finite"
        _triangles(axes, steps[~finite], color, words, marker="v")


def _average(values: NDArray[np.float64], window: int) -> NDArray[np.float64]:
    """The moving average without single jumps, which it would smear into steps, and without bridges over gaps."""
    import numpy as np

    from traindx.signals.robust import robust_scale
    from traindx.signals.smoothing import moving_average, running_median

    middle = running_median(values, window + 1)
    with np.errstate(invalid="ignore", over="ignore"):
        off = values - middle
        calm = np.abs(off) <= JUMP * robust_scale(off)
    mean = moving_average(np.where(calm, values, middle), window)
    return np.where(np.isfinite(values), mean, np.nan)


def _triangles(axes: Any, steps: NDArray[Any], color: str, label: str, *, marker: str) -> None:
    """Marks at the upper edge, so few that they can be told apart."""
    apart = max(1.0, float(steps.max() - steps.min()) / MOST_MARKS)
    shown: list[float] = []
    for step in sorted(steps.tolist()):
        if not shown or step - shown[-1] >= apart:
            shown.append(step)
    axes.plot(shown, [0.985] * len(shown), ls="none", marker=marker, ms=6, mfc=color, mec="white", mew=0.4, label=label,
              transform=axes.get_xaxis_transform(), clip_on=False, zorder=5)  # fmt: skip


def _marks(axes: Any, findings: list[Finding], run: Run) -> None:
    """A numbered line where each finding begins."""
    places: dict[int, list[str]] = {}
    for number, one in enumerate(findings, start=1):
        color = LOUD[one.severity]
        axes.axvline(one.first_step, color=color, lw=0.9, ls=DOTTED, zorder=1)
        axes.plot([], [], color=color, lw=0.9, ls=DOTTED, label=f"{number}  {safe(message(one, run), 90)}")
        places.setdefault(one.first_step or 0, []).append(str(number))
    for step, numbers in places.items():
        axes.annotate(", ".join(numbers), (step, 1.0), xycoords=("data", "axes fraction"), xytext=(0, 3), fontsize=8,
                      textcoords="offset points", ha="center", color="#444444", annotation_clip=False)  # fmt: skip


def grid(axes: Any) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

    axes.grid(visible=True, color="#dddddd", lw=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: plain(float(value))))
    axes.yaxis.set_minor_formatter(NullFormatter())
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _label(key: str) -> str:
    return safe(named(key), 60)


def _title(run: Run, what: str) -> str:
    source = tail(terminal(run.source), 60)
    return f"{safe(source, 60)}: {what} ({safe(format_words(run), 30)})"


def safe(text: str, letters: int) -> str:
    """Text from a log for a picture: a dollar sign begins no formula, an underscore hides no legend."""
    return clipped(terminal(text), letters).replace("$", r"\$").lstrip("_")


def save(figure: Any, path: str, title: str, *, together: bool = True) -> None:
    """Writes the picture; `together`: with one legend for all of its panels below it."""
    if together:
        told = [axes.get_legend_handles_labels() for axes in figure.axes]
        handles, labels = [one for part in told for one in part[0]], [one for part in told for one in part[1]]
        figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=8)
    kind = os.path.splitext(path)[1].lower().removeprefix(".") or "png"
    metadata = {"Title": title, "Date": None} if kind == "svg" else {"Title": title}
    import matplotlib

    # Letters stay letters in an SVG: they can be searched and read aloud.
    with warnings.catch_warnings(), matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "traindx"}):
        warnings.simplefilter("ignore")  # letters that the font lacks are drawn as boxes
        figure.savefig(path, format=kind, metadata=metadata)
