"""The log of one known writer: its own lines, and between them those of whatever else prints into the same text.

A reader hands over what takes one line at a time and says whether it is the writer's own; what is the same for all of
them is done here: the lines out of the bytes, settings in front of the first own line, the end of the training, the
last line that may be torn, how many steps a mean stands for (the usual distance of its points). Where a row of an own
line depends on nothing but that line, the reader says how it is read, and lines of the same shape are read at once.

A point whose mean stands for one step is a point a step.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from traindx.decoding.forms import Form
from traindx.decoding.lines import Lines
from traindx.decoding.log_ending import Ending
from traindx.decoding.other_texts import few, other_text
from traindx.decoding.printed_settings import PrintedSettings
from traindx.decoding.rows import Rows
from traindx.decoding.shapes import Shapes, Told
from traindx.schema import Fact, Head, Match, Run, Series


class OwnRow(NamedTuple):
    """What an own line tells: numbers, what each is multiplied by if it is, and whose they are."""

    values: dict[str, float]
    scales: dict[str, float] | None = None
    split: str | None = None
    rank: int | None = None


Take = Callable[["OwnLines", str], bool]
RowOf = Callable[[str], OwnRow | None]


class OwnLines:
    """A log that is read in pieces."""

    def __init__(
        self,
        head: Head,
        rows: Rows,
        take: Take,
        *,
        form: str,
        framework: str | None = None,
        row: RowOf | None = None,
        shaped: Callable[[OwnLines, Run], Run] | None = None,
    ) -> None:
        """`take` takes one line in and says whether it is the writer's own. `row` is all that `take` does with some
        lines, once it has met one like them. `shaped` makes a run as the reader wants it; the facts of the whole log
        come to the last one afterwards."""
        self.path, self.rows, self.form, self.framework = head.path, rows, form, framework
        self.lines, self.ending, self.head = Lines(), Ending(), PrintedSettings()
        self.facts: list[Fact] = []
        self.own = self.others = 0  # lines; others since the first own
        self.torn = False  # whether more of the line that is being taken may come
        self._take, self._shaped = take, shaped
        self._shapes = Shapes(_telling(row)) if row else None

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            self._line(line)
        self.rows.settle()

    def finished(self) -> OwnLines:
        """The reader as it would be if nothing more came."""
        tail = self.lines.tail()
        if not tail:
            return self
        other = copy.deepcopy(self)
        for line in tail:
            other.torn = line is tail[-1]
            other._line(line)
        return other

    def runs(self) -> list[Run]:
        end = self.finished()
        settings = end.head.told
        whole = [one.run(self.path, self.form, framework=self.framework, settings=settings)
                 for one in end.rows.gathered()]  # fmt: skip
        runs = [msgspec.structs.replace(run, series=_with_windows(run)) for run in whole]
        runs = runs if end._shaped is None else [end._shaped(end, run) for run in runs]
        last = {"outcome": end.ending.outcome, "facts": [*runs[-1].facts, *end.facts]} if runs else {}
        return [*runs[:-1], *(msgspec.structs.replace(run, **last) for run in runs[-1:])]

    def add(self, row: dict[str, float], *, split: str | None = None, rank: int | None = None) -> bool:
        """One row of an own line: the training went on."""
        self.ending.went_on()
        self.rows.add(row, split=split, rank=rank)
        return True

    def add_row(self, row: OwnRow) -> bool:
        """One row as it was read."""
        scales = row.scales or {}
        values = {name: value * scales.get(name, 1.0) for name, value in row.values.items()}
        return self.add(values, split=row.split, rank=row.rank)

    def _line(self, line: str) -> None:
        if self._shapes and self.own and (found := self._shapes.find(line)):
            shape, texts = found
            if not shape.kept:
                shape.kept[None] = self._form(*shape.what)
            form = shape.kept[None]
            if form is not None:
                form.texts += texts
                form.at.append(self.rows.count)
                self.rows.count += 1
                self.own += 1
                self.ending.went_on()
                return
        if self._take(self, line):
            self.own += 1
        elif not self.ending.take(line) and not self.own:
            self.head.take(line)
        else:
            self.others += bool(self.own and line.strip())

    def _form(self, words: list[tuple[str, float]], split: str | None, rank: int | None) -> Form | None:
        return self.rows.form([word for word, _ in words], [scale for _, scale in words], split=split, rank=rank)


def _telling(row: RowOf) -> Callable[[str], Told | None]:
    def told(line: str) -> Told | None:
        found = row(line)
        if found is None:
            return None
        scales = found.scales or {}
        words = [(word, scales.get(word, 1.0)) for word in found.values]
        return (words, found.split, found.rank), tuple(found.values.values())

    return told


def has(head: Head, *cues: bytes) -> bool:
    """Whether one of the cues stands in the head, in whatever encoding: the cheap question before reading it."""
    plain = head.data.replace(b"\0", b"")
    return any(cue in plain for cue in cues)


def judged(
    fold: OwnLines, head: Head, *, cues: tuple[bytes, ...], lacks: str, found: str, score: float = 0.93
) -> Match:
    """How well a log that begins with `head` is the writer's that the empty `fold` knows."""
    if not has(head, *cues):
        return Match(0, lacks)
    fold.feed(head.data)
    fold = fold.finished()
    if not fold.own or not fold.rows.count:
        return Match(0, lacks)
    reason = other_text(head.name, head.text[:1000].split("\n")) or few(fold.own, fold.others)
    return Match(0, reason) if reason else Match(score, found)


def _with_windows(run: Run) -> dict[str, Series]:
    """The series of a run, with the number of steps that each mean stands for."""
    series = dict(run.series)
    for key, one in run.series.items():
        if one.per == "window" and one.window is None and run.unit == "step":
            window = usual_distance(one)
            per = "step" if window == 1 else "window"
            series[key] = msgspec.structs.replace(one, per=per, window=None if window == 1 else window)
    return series


def usual_distance(series: Series) -> int | None:
    """How many steps lie between neighbouring points of a series, mostly; None where there is one point alone."""
    import numpy as np

    gaps = np.diff(series.steps)
    return int(np.partition(gaps, len(gaps) // 2)[len(gaps) // 2]) if len(gaps) else None


def zeros(series: Series | None, name: str) -> list[Fact]:
    """A fact that counts the zeros of a series, if there are any."""
    import numpy as np

    if series is None or not (there := np.flatnonzero(series.values == 0.0)).size:
        return []
    return [Fact(name, len(there), step=int(series.steps[there[0]]), where=series.name)]
