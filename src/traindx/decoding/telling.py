"""The lines of a log, whoever printed them, turned into rows of numbers.

A line is a row when it tells a loss, a metric, a rate or a norm, or a counter with other values beside it. What is
kept from line to line:

- *Where the training is.* A line that only counts ("Epoch 5", "Iteration 500") places the lines that follow. The
  counter of a progress bar is the batch of its epoch; bars without an epoch are laid end to end.
- *Whose values these are.* "Validating ..." or "Test net (#0)" alone on a line speaks for the lines that follow, until
  the training speaks again. The batches of an evaluation are no steps: the last line of an evaluation is its result.
- *What the script was started with*, until the first row; how it ended; whether lines are source code or a traceback.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from traindx.decoding.column_heads import ColumnHeads
from traindx.decoding.log_ending import Ending
from traindx.decoding.naming import is_axis, scale, series_name
from traindx.decoding.pairs import VALUE, pairs, rank
from traindx.decoding.phase import SPLITS, phase
from traindx.decoding.printed_settings import PrintedSettings
from traindx.decoding.rows import Rows
from traindx.decoding.source_code import SourceCode

# A quantity that nothing counts is a curve once it was told so often; a setting is told once or twice.
AGAIN = 3
MOST_EARLY = 100
NUMBERED = re.compile(r"# (\d{1,4}):")  # "Test score # 0: 0.5"
WRAPPED = re.compile(
    r"\b(?:torch\.)?(?:tensor|(?:np|numpy|jnp)\.\w{1,20}|array|Array)"
    r"\(\[?([-+\w.]{1,40})\]?(?:,[^()]{0,80}(?:\([^()]{0,40}\)[^()]{0,40})?)?\)"
)
HEADING = re.compile(
    r"(?i)^[^A-Za-z]*"
    r"(?:start(?:ing|ed)?\s|run(?:ning)?\s|begin(?:ning)?\s|now\s|do(?:ing)?\s|evaluating on(?: the)?\s)?"
    r"(?P<split>train|val|eval|dev|test)(?:ing|id|idation|uation|uating|idating|uate|idate)?"
    r"(?:\s(?:set|data|phase|epoch|results?|metrics|stats|loop|model|started|begins?|net \(#\d+\)))*[^A-Za-z]*$"
)
# Behind the counter of the training: "Iteration 500, Testing net (#0)", "Starting validation for epoch 3".
TURNS = re.compile(r"(?i)\btesting net\b|\b(?:starting|running|begin) (?:validation|evaluation)\b")
# "trn 0.53 | dev loss 0.61": the name of the data alone, in front of a decimal, where the line speaks of losses.
BARE = re.compile(
    r"(?i)(?<![\w./-])(?P<data>train|trn|training|val|valid|validation|dev|eval)"
    r"(?=(?:\s{0,4}[:=]\s{0,4}|\s{1,4})(?:[-+]?\d{1,20}\.\d|nan\b|inf\b))"
)
MEASURES = re.compile(
    r"(?i)acc|f1|auc|score|error|err\b|metric|ppl|perplex|rmse|mae|iou|bleu|wer|reward|recall|precision"
)
NET_OUTPUT = re.compile(r"\b(Train|Test) net output #\d+: ")
PREFIX = re.compile(r"^.*(?:\bINFO\b\s*[|:-]?|\]:?|\||\s-)\s+(?=\S)")  # of a logger


class _Row(NamedTuple):
    values: dict[str, float]
    split: str | None
    rank: int | None


class Telling:
    """A log on the way from its first line to its last."""

    def __init__(self) -> None:
        self.rows = Rows(per=lambda word: "running" if word.endswith(" (avg)") else None)
        self.ending = Ending()
        self.head = PrintedSettings()
        self._code, self._table = SourceCode(), ColumnHeads()
        self._where: dict[str, float] = {}  # counters of lines that only count, since the last row
        self._early: list[_Row] = []  # rows from before anything was counted
        self._epoch = False  # whether epochs have been counted
        self._split: str | None = None
        self._bar = self._before = 0.0  # the counter of the bar without an epoch, and what lies before it

    def take(self, line: str) -> str:
        """Takes one line in; what it was: "point", "row", "early", "count", "code", "end", "settings", ""."""
        if not line or line.isspace():
            return ""
        if self.ending.take(line):
            return "end"
        if self._code.take(line):
            return "code"
        table = self._table.take(line)
        said = table or (self._said(line) if VALUE.search(line) else [])
        if said:
            return self._row(line, said, "val" if table and self._table.evaluation else None)
        self._heading(line)
        return "settings" if not self.rows.count and self.head.take(line) else ""

    def _heading(self, line: str) -> None:
        if len(line) < 160 and (found := HEADING.match(PREFIX.sub("", line)[:80])):
            self._split = SPLITS[found["split"].lower()]

    def _said(self, line: str) -> list[tuple[str, float]]:
        """The pairs of a line that is a row or a counter, else none."""
        if "# " in line:
            line = NUMBERED.sub(r"#\1:", line)
        line = WRAPPED.sub(r" \1 ", line) if "(" in line else line
        said = pairs(_spelt_out(line) if "loss" in line.lower() else line)
        known = [name for name, _ in said if is_axis(name) or series_name(name, split="train") or _progress(name)]
        if not known:
            return []
        if not any(is_axis(name) or _progress(name) for name in known):
            quantity = any(is_quantity(name) for name in known)
            if not quantity and not self.rows.count:  # a rate before any loss is what the script was started with
                return []
        return said

    def _row(self, line: str, said: list[tuple[str, float]], split: str | None) -> str:
        split = split or self._whose(line, said)
        counters, totals, values = _sorted(said)
        if not values and not ({"epoch", "step", "batch"} & counters.keys()):
            return ""
        self._bar_counts(counters, totals, split, bool(values))
        self._counts_to(counters, totals, split)
        if not values:
            return self._only_counts(line, counters)
        point = any(is_quantity(name, split) for name in values)
        if not point and not counters and not any(series_name(name, split="train") for name in values):
            return ""
        row = {**self._where, **counters, **values}
        self._where = {}
        if not self._add(_Row(row, split, rank(line))):
            return "early"
        return "point" if point else "row"

    def _add(self, row: _Row) -> bool:
        """Adds a row; one that comes before anything was counted waits until its name has been told again and again."""
        if not self.rows.count and not any(is_axis(name) for name in row.values):
            self._early.append(row)
            again = sum(row.values.keys() == other.values.keys() for other in self._early)
            if again < AGAIN and len(self._early) < MOST_EARLY:
                return False
        else:
            self._early = [row]
        for one in self._early:
            self.rows.add(one.values, split=one.split, rank=one.rank)
        self._early = []
        self.ending.went_on()
        return True

    def _whose(self, line: str, said: list[tuple[str, float]]) -> str | None:
        """The data of a row: as the line says, else as a heading said; names that say it themselves go first."""
        found = NET_OUTPUT.search(line)
        if found:
            self._split = None if found[1] == "Train" else "test"
            return self._split
        split = phase(line)
        if split:
            if self._split:
                self._split = None if split == "train" else split
            return split
        if self._split and any(is_axis(name) == "step" for name, _ in said):
            self._split = None  # the training counts again
        return self._split

    def _only_counts(self, line: str, counters: dict[str, float]) -> str:
        self._where.update(counters)
        if "epoch" in counters:
            self._split = None
        if turn := TURNS.search(line):
            self._heading(turn[0])
        return "count"

    def _bar_counts(
        self, counters: dict[str, float], totals: dict[str, float], split: str | None, values: bool
    ) -> None:
        """Makes batches of what a bar counts, and none of what an evaluation does."""
        if "epoch" in counters:
            self._epoch = True
        progress = counters.pop("progress", None)
        if split in ("val", "test"):
            counters.pop("batch", None)
        elif progress is not None and "batch" not in counters and "step" not in counters:
            if values and not self._epoch:
                if progress < self._bar:
                    self._before += self._bar
                self._bar = progress
            if values or self._epoch:
                counters["batch"] = self._before + progress
                totals.setdefault("batch", totals.get("progress", 0.0))

    def _counts_to(self, counters: dict[str, float], totals: dict[str, float], split: str | None) -> None:
        """Takes in how many batches an epoch has, and how many steps and epochs were asked for."""
        if split in ("val", "test"):
            return
        for kind in ("batch", "step"):
            if self._epoch and 0 < counters.get(kind, math.inf) <= totals.get(kind, 0.0):
                self.rows.per_epoch = max(self.rows.per_epoch or 0.0, totals[kind])
        for kind, setting in (("step", "steps_total"), ("epoch", "epochs")):
            if 0 < totals.get(kind, 0.0) < 2**53 and not (kind == "step" and self._epoch):
                self.head.told.setdefault(setting, int(totals[kind]))


Numbers = dict[str, float]


def _spelt_out(line: str) -> str:
    """The line with the losses that are called by their data alone under their whole name."""

    def whole(found: re.Match[str]) -> str:
        before = line[: found.start()]
        return found["data"] if MEASURES.search(before) else f"{found['data']} loss"

    return BARE.sub(whole, line)


def _sorted(said: list[tuple[str, float]]) -> tuple[Numbers, Numbers, Numbers]:
    """What a line says as counters, what these count to, and values; times in seconds."""
    counters: Numbers = {}
    totals: Numbers = {}
    values: Numbers = {}
    for name, value in said:
        base, _, total = name.rpartition("/")
        kind = is_axis(base if total == "total" else name)
        if total == "total" and (kind or base == "progress"):
            totals.setdefault(kind or "progress", value)
        elif kind or name == "progress":
            counters.setdefault(kind or name, value)
        else:
            timed = (series_name(name) or "").startswith("time/")
            values.setdefault(name, value * scale(name) if timed else value)
    return counters, totals, values


def is_quantity(name: str, split: str | None = None) -> bool:
    """Whether a name is that of a loss or a metric."""
    ours = series_name(name, split=split) or ""
    return any(part in ("loss", "metric") for part in ours.split("/")[:2])


def _progress(name: str) -> bool:
    return name in ("progress", "progress/total")
