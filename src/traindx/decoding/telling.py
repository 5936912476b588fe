"""The lines of a log, whoever printed them, turned into rows of numbers.

A line is a row when it tells a loss, a metric, a rate or a norm, or a counter with other values beside it. What is
kept from line to line:

- *Where the training is.* A line that only counts ("Epoch 5", "Iteration 500") places the lines that follow. The
  counter of a progress bar is the batch of its epoch; bars without an epoch are laid end to end.
- *Whose values these are.* "Validating ..." or "Test net (#0)" alone on a line speaks for the lines that follow, until
  the training speaks again. The batches of an evaluation are no steps: the last line of an evaluation is its result.
- *What the script was started with*, until the first row; how it ended; whether lines are source code or a traceback.

Once a training has begun, lines that differ in their digits alone are understood once (`shapes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from traindx.decoding.column_heads import ColumnHeads
from traindx.decoding.forms import Form
from traindx.decoding.log_ending import CUE, Ending
from traindx.decoding.naming import is_axis, series_name
from traindx.decoding.pairs import rank
from traindx.decoding.phase import phase
from traindx.decoding.printed_settings import PrintedSettings
from traindx.decoding.rows import Rows
from traindx.decoding.sayings import Saying, is_quantity, saying, sorted_names, told
from traindx.decoding.shapes import Shapes, Told
from traindx.decoding.source_code import LOOKED_AT, SourceCode, is_code

# A quantity that nothing counts is a curve once it was told so often; a setting is told once or twice.
AGAIN = 3
MOST_EARLY = 100
SETTINGS = (("step", "steps_total"), ("epoch", "epochs"))
HELD_OUT = ("val", "test")


class _Row(NamedTuple):
    values: dict[str, float]
    split: str | None
    rank: int | None


class _Plan:
    """What to do with the numbers of lines that say the same, told at the same state of a log."""

    __slots__ = ("after", "bar", "counters", "counts_to", "epoch", "form", "kind", "moves", "scales", "seen", "split",
                 "words")  # fmt: skip

    def __init__(self, said: Saying, split: str | None, epoch: bool) -> None:
        """`split` is what a heading said, `epoch` whether epochs have been counted."""
        sort = sorted_names(said.names)
        counters, values = dict(sort.counters), sort.values
        self.split, self.after = _whose(said, split)
        self.epoch, self.moves, self.kind = epoch, False, ""
        self.bar: int | None = None  # the place of the counter of a bar, which makes one more number
        self.counts_to: list[tuple[str, int | None, int]] = []  # what is counted, the counter, to what it counts
        self.seen: list[str | float] = []  # to what it counted the last time
        self.form: Form | None = None
        self.scales = list(sort.scales)  # what each number is multiplied by
        self.counters: dict[str, int] = {}
        self.words: list[str | None] = []
        if not said.names:
            self.after = said.heading or split
            return
        if not values and not ({"epoch", "step", "batch"} & counters.keys()):
            return
        self.epoch = epoch or "epoch" in counters
        totals = self._bars(counters, dict(sort.totals), len(said.names), bool(values))
        if self.split not in HELD_OUT:
            self.counts_to = [
                (kind, counters.get(kind), totals[kind]) for kind in ("batch", "step", "epoch") if kind in totals
            ]
        self.counters = counters
        self.kind = self._kind(counters, values, said)
        places = {index: word for table in (counters, values) for word, index in table.items()}
        self.words = [places.get(index) for index in range(len(said.names) + (self.bar is not None))]

    def _bars(self, counters: dict[str, int], totals: dict[str, int], place: int, values: bool) -> dict[str, int]:
        """Makes batches of what a bar counts, and none of what an evaluation does."""
        progress = counters.pop("progress", None)
        if self.split in HELD_OUT:
            counters.pop("batch", None)
        elif progress is not None and "batch" not in counters and "step" not in counters and (values or self.epoch):
            self.bar, self.moves = progress, not self.epoch
            counters["batch"] = place
            self.scales.append(1.0)
            if "progress" in totals:
                totals.setdefault("batch", totals["progress"])
        return totals

    def _kind(self, counters: dict[str, int], values: dict[str, int], said: Saying) -> str:
        if not values:
            self.after = said.turn or (None if "epoch" in counters else self.after)
            return "count"
        point = any(is_quantity(name, self.split) for name in values)
        if not point and not counters and not any(series_name(name, split="train") for name in values):
            return ""
        return "point" if point else "row"


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
        self._shapes = Shapes(self._told)
        self._calm = False  # whether a line means what it says, whatever stood on the lines before

    def take(self, line: str) -> str:
        """Takes one line in; what it was: "point", "row", "early", "count", "code", "end", "settings", ""."""
        if not line:
            return ""
        if not self._calm or not (found := self._shapes.find(line)):
            return self._slowly(line)
        shape, numbers = found
        if (shape.what.windowed or len(line) > LOOKED_AT) and not _beginning(line, shape.what):
            return self._slowly(line)
        if shape.what.cue and self.ending.take(line):
            self._calm = not self.ending.inside
            return "end"
        state = (self._split, self._epoch, *self._where)
        plan = shape.kept.get(state)
        if plan is None:
            plan = shape.kept[state] = _Plan(shape.what, self._split, self._epoch)
            self._formed(plan, shape.what)
        return self._tell(plan, shape.what, numbers)

    def _slowly(self, line: str) -> str:
        """Takes in a line that has to be looked at."""
        if line.isspace():
            return ""
        names = self._table.names
        kind = self._looked_at(line)
        if self._table.names is not names:
            self._shapes.forget()
        self._calm = bool(self.rows.count) and not (self.ending.inside or self._code.inside or self._table.fresh)
        return kind

    def _looked_at(self, line: str) -> str:
        if self.ending.take(line):
            return "end"
        if self._code.take(line):
            return "code"
        begun = self.rows.count > 0
        table = self._table.take(line)
        said = table or told(line, begun=begun)
        what = saying(line, said, table="val" if table and self._table.evaluation else None)
        kind = self._tell(_Plan(what, self._split, self._epoch), what, [value for _, value in said])
        return "settings" if not said and not begun and self.head.take(line) else kind

    def _told(self, line: str) -> Told | None:
        """What a line of a calm log says."""
        if is_code(line) or (table := self._table.later(line)) is None:
            return None
        said = table or told(line, begun=True)
        split = "val" if table and self._table.evaluation else None
        what = saying(line, said, table=split, cue=CUE.search(line) is not None)
        return what, tuple([value for _, value in said])

    def _formed(self, plan: _Plan, said: Saying) -> None:
        """Gives a plan a place for its rows, where they all have the same names."""
        if plan.kind in ("point", "row"):
            words = [*(None if kind in plan.counters else kind for kind in self._where), *plan.words]
            scales = [*(1.0 for _ in self._where), *plan.scales]
            plan.form = self.rows.form(words, scales, split=plan.split, rank=said.rank)

    def _tell(self, plan: _Plan, said: Saying, numbers: Sequence[str | float]) -> str:
        """Does with the numbers of a line what is planned."""
        self._split, self._epoch = plan.after, plan.epoch
        if plan.bar is not None:
            numbers = (*numbers, self._laid_end_to_end(_number(numbers[plan.bar]), moves=plan.moves))
        if plan.counts_to:
            self._counts_to(plan, numbers)
        if plan.kind == "count":
            self._where.update({kind: _number(numbers[index]) for kind, index in plan.counters.items()})
        if plan.kind not in ("point", "row"):
            return plan.kind
        if plan.form is None:
            told = zip(plan.words, numbers, plan.scales, strict=True)
            values = {word: _number(one) * scale for word, one, scale in told if word is not None}
            row = _Row({**self._where, **values}, plan.split, said.rank)
            self._where = {}
            return plan.kind if self._add(row) else "early"
        if self._where:
            plan.form.texts += self._where.values()
            self._where = {}
        plan.form.texts += numbers
        plan.form.at.append(self.rows.count)
        self.rows.count += 1
        self.ending.went_on()
        return plan.kind

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

    def _laid_end_to_end(self, progress: float, *, moves: bool) -> float:
        """The batch that the counter of a bar stands for, with the bars before it where no epoch is counted."""
        if moves:
            if progress < self._bar:
                self._before += self._bar
            self._bar = progress
        return self._before + progress

    def _counts_to(self, plan: _Plan, numbers: Sequence[str | float]) -> None:
        """Takes in how many batches an epoch has, and how many steps and epochs were asked for."""
        ends = [numbers[index] for _, _, index in plan.counts_to]
        if ends == plan.seen:
            return
        within = True
        totals = {kind: _number(numbers[index]) for kind, _, index in plan.counts_to}
        for kind, index, _ in plan.counts_to:
            if self._epoch and kind != "epoch":
                if index is not None and 0 < _number(numbers[index]) <= totals[kind]:
                    self.rows.per_epoch = max(self.rows.per_epoch or 0.0, totals[kind])
                else:
                    within = False
        for kind, setting in SETTINGS:
            if 0 < totals.get(kind, 0.0) < 2**53 and not (kind == "step" and self._epoch):
                self.head.told.setdefault(setting, int(totals[kind]))
        plan.seen = ends if within else []


def _whose(said: Saying, split: str | None) -> tuple[str | None, str | None]:
    """The data of a row, as the line says, else as a heading said; and the heading that counts from now on. Names that
    say it themselves go first."""
    if said.table:
        return said.table, split
    if said.net:
        split = None if said.net == "Train" else "test"
        return split, split
    if said.phase:
        return said.phase, (None if said.phase == "train" else said.phase) if split else None
    if split and any(is_axis(name) == "step" for name in said.names):
        split = None  # the training counts again
    return split, split


def _beginning(line: str, said: Saying) -> bool:
    """Whether the beginning of a long line says what that of its like did: it may end elsewhere."""
    if said.windowed and (phase(line) != said.phase or rank(line) != said.rank):
        return False
    return len(line) <= LOOKED_AT or not is_code(line)


def _number(text: str | float) -> float:
    return float(text.replace(",", "")) if isinstance(text, str) else text
