"""The panel beside a training: a line for each quantity that exists, the newest findings, what it looks like so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO

from traindx.reports.curves import main
from traindx.reports.page import Page, Span, cells, clipped, tail
from traindx.reports.readings import WORTH_NAMING, odds, readings
from traindx.reports.sparkline import Axis, sparkline
from traindx.reports.wording import compact, format_words, listed, message, named, scope_words, unseen_words
from traindx.schema import Diagnosis, Finding, Run, Series
from traindx.schema.direction import direction
from traindx.schema.rewards import is_earned

if TYPE_CHECKING:
    from rich.live import Live

NEWEST = 3  # findings that are shown unless all are asked for
LABEL, VALUE, CURVE = 12, 8, 20  # columns
NARROWEST, WIDEST = 60, 200
FEW = 10  # points from which a course cannot be told
# A course is called falling or rising where a trend over ten blocks would be luck once in a hundred windows.
LUCK = 0.01
STYLE = {"error": "bold red", "warning": "yellow", "info": "dim"}
WORDS = {"train/loss": "loss", "val/loss": "validation"}


def panel(
    diagnosis: Diagnosis,
    told: Sequence[Finding],
    *,
    status: str,
    pace: float | None = None,
    notices: Sequence[str] = (),
    every: bool = False,
    keys: str = "",
    width: int = 80,
    color: bool = False,
    unicode: bool = True,
) -> list[str]:
    """The lines of the panel. `told` are the event findings in the order they were found, `pace` is steps a second."""
    page = Page(width=min(max(width, NARROWEST), WIDEST), color=color, unicode=unicode)
    _head(page, diagnosis.run, status)
    _rows(page, diagnosis.run, pace)
    page.blank()
    _findings(page, diagnosis, told if every else told[-NEWEST:])
    _so_far(page, diagnosis)
    page.blank()
    for notice in notices[-1:]:
        page.text(notice, style="dim", most=1)
    room = page.width - cells(keys) - 2
    unseen = clipped(page.clean(f"not seen: {unseen_words(diagnosis) or 'nothing'}"), room)
    page.line((unseen + " " * (page.width - cells(unseen) - cells(keys)), "dim"), (keys, ""))
    return page.lines


def _head(page: Page, run: Run, status: str) -> None:
    """What is followed and where it stands."""
    dot = " · " if page.unicode else " - "
    epochs = run.series.get("epoch")
    where = [f"epoch {compact(float(epochs.values[-1]))}"] if epochs is not None and len(epochs) else []
    where += [f"{run.unit} {run.last_step:,}"] if run.last_step is not None else []
    rest = dot + dot.join([format_words(run), *where])
    right = f"  {status}"
    source = tail(page.clean(run.source), max(12, page.width - cells(rest) - cells(right)))
    rest = clipped(page.clean(rest), page.width - cells(source) - cells(right))
    gap = page.width - cells(source) - cells(rest) - cells(right)
    page.line((source, "bold"), (rest + " " * gap, ""), (right, "bold" if status == "watching" else "yellow"))


def _rows(page: Page, run: Run, pace: float | None) -> None:
    """One line a quantity: its name, its value, its curve, and how it goes in words."""
    for key, series in _curves(run).items():
        said = "" if key.startswith("train/loss") else best(series, run.unit)
        _row(page, _word(key), series, said or course(series, run.unit))
    rate, gradient = run.series.get("lr"), run.series.get("grad/norm")
    if rate is not None:
        _row(page, "rate", rate, "" if gradient is None else f"gradient {compact(float(gradient.values[-1]))}")
    elif gradient is not None:
        _row(page, "gradient", gradient, course(gradient, run.unit))
    if pace:
        speed = f"{compact(pace)} {run.unit}s/s" if pace >= 0.1 else f"{compact(60 * pace)} {run.unit}s/min"
        page.line((f"{'speed':<{LABEL}}", "bold"), (speed, ""))


def _curves(run: Run) -> dict[str, Series]:
    """The loss and the validation, or what an agent earns."""
    return {key: one for key, one in main(run).items() if key.startswith(("train/", "val/")) or is_earned(key)}


def _word(key: str) -> str:
    return WORDS.get(key) or ("return" if is_earned(key) else key.rpartition("/")[2])


def _row(page: Page, label: str, series: Series, said: str) -> None:
    drawn = sparkline(series, Axis.of([series], CURVE), unicode=page.unicode) if len(series) > 1 else ""
    value = compact(float(series.values[-1])) if len(series) else "-"
    shown = clipped(page.clean(label), LABEL - 1)
    page.line(
        (shown + " " * (LABEL - cells(shown)), "bold"),
        (f"{value:>{VALUE}}  ", "red" if value in ("NaN", "Inf", "-Inf") else ""),
        (f"{drawn:<{CURVE}}  ", ""),
        (page.clean(said), ""),
    )


def course(series: Series, unit: str) -> str:
    """How the last quarter of a curve went: "falling, 12 % in the last 500 steps"."""
    import numpy as np

    from traindx.signals.trend import block_trend, theil_sen

    values = series.values[-max(FEW, len(series) // 4) :]
    steps = series.steps[-len(values) :]
    if len(values) and not np.isfinite(values[-1]):
        bad = ~np.isfinite(series.values)
        begun = len(bad) - int(np.argmin(bad[::-1])) if not bad.all() else 0
        return f"not finite since {unit} {int(series.steps[begun]):,}"
    good = values[np.isfinite(values)]
    if len(good) < FEW:
        return "too few points to say"
    p, sign = block_trend(good)
    if p >= LUCK or not sign:
        return f"flat in the last {int(steps[-1] - steps[0]):,} {unit}s"
    slope, start = theil_sen(steps - steps[0], values)
    changed = abs(slope * float(steps[-1] - steps[0]) / start) if start else 0.0
    share = f", {100 * changed:.0f} %" if 0.005 <= changed < 100 else ""
    return f"{'rising' if sign > 0 else 'falling'}{share} in the last {int(steps[-1] - steps[0]):,} {unit}s"


def best(series: Series, unit: str) -> str:
    """The best value so far and where it was: "best so far 2.10, now"."""
    import numpy as np

    good = np.flatnonzero(np.isfinite(series.values))
    way = direction(series.name)
    if not good.size or not way:
        return ""
    place = good[np.argmax(way * series.values[good])]
    where = "now" if place == len(series) - 1 else f"{unit} {int(series.steps[place]):,}"
    return f"best so far {compact(float(series.values[place]))}, {where}"


def _findings(page: Page, diagnosis: Diagnosis, told: Sequence[Finding]) -> None:
    """Events with the step where they began; what only a finished run can be judged by is said "so far"."""
    ends = [one for one in diagnosis.problems if one.when == "end"]
    for finding in (*told, *ends[:2]):
        place = "so far" if finding.when == "end" else f"{finding.first_step or 0:,}"
        page.line(
            (f"{place:>8}  ", ""),
            (f"{finding.severity:<9}", STYLE[finding.severity]),
            (page.clean(message(finding, diagnosis.run)), ""),
        )
    if not told and not ends:
        page.line(("nothing found so far", "dim"))


def _so_far(page: Page, diagnosis: Diagnosis) -> None:
    """What may be behind it."""
    if diagnosis.verdict == "problem":
        likely = [one for one in readings(diagnosis) if one.probability >= WORTH_NAMING][:3]
        words = ", ".join(f"{one.short} {odds(one.probability, calibrated=diagnosis.calibrated)}" for one in likely)
        said = words or "no cause that traindx knows explains it"
    elif diagnosis.verdict == "healthy":
        said = f"healthy, as far as {scope_words(diagnosis)} show"
    else:
        said = diagnosis.reason or "nothing decides between the readings"
    shown: list[Span] = [(f"{'so far':>8}  ", ""), (page.clean(said), "bold" if diagnosis.verdict == "problem" else "")]
    page.line(*shown)


def waiting(path: str, *, keys: str = "", width: int = 80, unicode: bool = True) -> list[str]:
    """The panel while there is no log yet."""
    page = Page(width=min(max(width, NARROWEST), WIDEST), color=False, unicode=unicode)
    page.text(f"no training log yet in {path}; waiting for one", most=1)
    page.line((" " * (page.width - cells(keys)), ""), (keys, ""))
    return page.lines


def spoken(finding: Finding, run: Run) -> str:
    """A finding in one line, for a screen that cannot be drawn on and for a file."""
    place = f"{run.unit} {finding.first_step:,}" if finding.first_step is not None else "so far"
    series = f" ({named(finding.series)})" if finding.series and finding.series != "train/loss" else ""
    return f"{place}  {finding.severity}  {message(finding, run)}{series}"


def standing(diagnosis: Diagnosis) -> str:
    """Where a run stands, in one line."""
    run = diagnosis.run
    parts = [f"{run.unit} {run.last_step:,}"] if run.last_step is not None else []
    parts += [f"{_word(key)} {compact(float(series.values[-1]))}" for key, series in _curves(run).items()]
    return listed(parts)


class Painted:
    """Lines on a terminal that are drawn over, and gone at the end. Only what changed is drawn."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.lines: list[str] = []
        self.live: Live | None = None

    def __enter__(self) -> Painted:
        from rich.console import Console
        from rich.live import Live

        console = Console(file=self.stream, force_terminal=True)
        self.live = Live(console=console, auto_refresh=False, transient=True)
        self.live.start()
        return self

    def paint(self, lines: list[str]) -> None:
        """Draws the lines in the place of the last ones."""
        if self.live is None or lines == self.lines:
            return
        from rich.text import Text

        self.lines = lines
        # What is too high for the window would scroll.
        room = max(1, self.live.console.size.height - 1)
        text = Text.from_ansi("\n".join(lines[:room]), no_wrap=True, overflow="crop")
        self.live.update(text, refresh=True)

    def __exit__(self, *unused: Any) -> None:
        if self.live is not None:
            self.live.stop()
