"""The log of one known writer: its own lines, and between them those of whatever else prints into the same text.

A reader takes one line at a time and says whether it is the writer's own; what is the same for all of them is done
here: the lines out of the bytes, settings in front of the first own line, the end of the training, the last line that
may be torn, how many steps a mean stands for (the usual distance of its points).

A point whose mean stands for one step is a point a step.
"""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Self

import msgspec

from traindx.decoding.lines import Lines
from traindx.decoding.log_ending import Ending
from traindx.decoding.other_texts import few, other_text
from traindx.decoding.printed_settings import PrintedSettings
from traindx.decoding.rows import Rows
from traindx.decoding.told_nan import told_nan
from traindx.schema import Fact, Head, Match, Run, Series


class OwnLines:
    """A log that is read in pieces; a reader says in `take` what a line is."""

    def __init__(self, head: Head, rows: Rows, *, form: str, framework: str | None = None) -> None:
        self.path, self.rows, self.form, self.framework = head.path, rows, form, framework
        self.lines, self.ending, self.head = Lines(), Ending(), PrintedSettings()
        self.facts: list[Fact] = []
        self.own = self.others = 0  # lines; others since the first own
        self.torn = False  # whether more of the line that is being taken may come

    def take(self, line: str) -> bool:
        """Takes one line in; whether it is the writer's own."""
        raise NotImplementedError

    def shaped(self, run: Run) -> Run:
        """A run as the reader wants it; the facts of the whole log come to the last one afterwards."""
        return run

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            self._line(line)

    def finished(self) -> Self:
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
        runs = [end.shaped(msgspec.structs.replace(run, series=_with_windows(run))) for run in whole]
        last = {"outcome": end.ending.outcome, "facts": [*runs[-1].facts, *end.facts]} if runs else {}
        return [*runs[:-1], *(told_nan(msgspec.structs.replace(run, **last)) for run in runs[-1:])]

    def add(self, row: dict[str, float], *, split: str | None = None, rank: int | None = None) -> None:
        """One row of an own line: the training went on."""
        self.ending.went_on()
        self.rows.add(row, split=split, rank=rank)

    def _line(self, line: str) -> None:
        if self.take(line):
            self.own += 1
        elif not self.ending.take(line) and not self.own:
            self.head.take(line)
        else:
            self.others += bool(self.own and line.strip())


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
        if one.per != "window" or one.window is not None or run.unit != "step":
            continue
        gaps = sorted(after - before for before, after in pairwise(one.steps.tolist()))
        window = gaps[len(gaps) // 2] if gaps else None
        per = "step" if window == 1 else "window"
        series[key] = msgspec.structs.replace(one, per=per, window=None if window == 1 else window)
    return series
