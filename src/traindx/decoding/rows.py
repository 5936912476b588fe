"""Rows of named numbers, gathered into the series of runs, whoever wrote them.

A row says what it knows: counters (step, epoch, batch of an epoch), quantities, or both. What is decided here once:

- *The axis.* Steps where rows count them; else batches of epochs laid end to end; else whole epochs where each comes
  once; else the number of the row, with a fractional epoch kept as a series. A row without a counter stands where the
  row before it stood.
- *Names.* Words that `decoding.naming` knows become ours. When several words mean the same series the one with most
  points has the name, then the shortest; the others, and all words that we do not know, keep their own.
- *Going back.* A series that falls back to its first step begins another run; one that falls back to the middle was
  resumed, and what stood behind that step is superseded, which a fact tells. Rows in no order at all are sorted.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from traindx.decoding.alike import Block
from traindx.decoding.naming import SPLIT_OF, is_axis, series_name
from traindx.guards.limits import MAX_DEPTH, MAX_SERIES
from traindx.guards.numbers import number
from traindx.schema import Fact, Run, Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Key = tuple[str, str | None, int | None]  # word, split, rank
NAN = float("nan")
COUNTERS = ("step", "epoch", "batch")
MOST = 2.0**62  # of a counter
# More falls than this share of the rows are no restarts: the file is in no order.
DISORDER = 0.2


class Column(NamedTuple):
    """The values of one word, and the rows they stand in."""

    rows: array[int]
    values: array[float]


class Gathered(NamedTuple):
    """What one run of the rows comes to."""

    series: dict[str, Series]
    unit: str
    steps_per_epoch: float | None
    facts: list[Fact]

    def run(
        self,
        path: str,
        form: str,
        *,
        framework: str | None = None,
        facts: Iterable[Fact] = (),
        settings: Mapping[str, Any] | None = None,
    ) -> Run:
        """As the run of a file, whose id the caller knows."""
        return Run(
            id="",
            source=path,
            format=form,
            framework=framework,
            unit=self.unit,
            steps_per_epoch=self.steps_per_epoch,
            series=self.series,
            facts=[*self.facts, *facts],
            settings=dict(settings or {}),
        )


def split_of(word: object) -> str | None:
    """The split that a word alone names: "train", "val", "test", or None."""
    return SPLIT_OF.get(word.strip().lower()) if isinstance(word, str) else None


class Rows:
    """Rows as they come; `gathered()` at any time says what they make so far."""

    def __init__(self, *, per: str | Callable[[str], str | None] | None = None, window: int | None = None) -> None:
        self.per, self.window = per, window  # of what is no evaluation; a function is asked for each word
        self.count = 0
        self._columns: dict[Key, Column] = {}
        self._counters = {kind: array("d") for kind in COUNTERS}
        self._of_words: dict[str, str | None] = {}
        self._ranks: set[int | None] = set()
        self.per_epoch: float | None = None  # batches of an epoch, where a counter says "3/100"
        self.first_epoch: float | None = None

    @property
    def named(self) -> set[str]:
        """The losses and metrics seen so far, under our names: without one it is no log of a training."""
        names = {series_name(word, split=split) for word, split, _ in self._columns}
        return {name for name in names if name and ("loss" in name.split("/")[:2] or "metric" in name.split("/")[:2])}

    @property
    def epochs(self) -> list[float]:
        """The epochs that rows count, where nothing counts steps; else none."""
        if any(value == value for value in self._counters["step"]):
            return []
        return sorted({value for value in self._counters["epoch"] if value == value})

    @property
    def counts(self) -> bool:
        """Whether any row had a step-like counter."""
        return any(any(value == value for value in column) for column in self._counters.values())

    def add(
        self, row: Mapping[str, Any], *, split: str | None = None, rank: int | None = None, always: bool = False
    ) -> None:
        """One row; nested values are named by their path. A row without a number is none, unless it counts `always`."""
        counters = dict.fromkeys(COUNTERS, NAN)
        kept = 0
        for word, value in named_numbers(row):
            kind = self._of_words[word] if word in self._of_words else self._of_words.setdefault(word, is_axis(word))
            if kind is not None:
                if counters[kind] != counters[kind]:
                    counters[kind] = value
                continue
            key = (word, split, rank)
            column = self._columns.get(key)
            if column is None:
                if len(self._columns) >= MAX_SERIES:
                    continue
                column = self._columns[key] = Column(array("q"), array("d"))
            if column.rows and column.rows[-1] == self.count:
                continue
            column.rows.append(self.count)
            column.values.append(value)
            kept += 1
        if kept or always or any(value == value for value in counters.values()):
            for kind in COUNTERS:
                self._counters[kind].append(counters[kind])
            self._ranks.add(rank)
            self.count += 1

    def add_columns(self, block: Block) -> bool:
        """Many rows at once, as if added one by one; False, and nothing was done, where two words count the same or
        there is no room. In each row one number at least must stand."""
        import numpy as np

        axes = {word: kind for word in block.columns if (kind := is_axis(word))}
        if len(set(axes.values())) < len(axes) or len(self._columns) + len(block.columns) > MAX_SERIES:
            return False
        told = {kind: word for word, kind in axes.items()}
        for kind in COUNTERS:
            counts = np.full(block.length, NAN)
            if kind in told:
                counts[block.rows.get(told[kind], slice(None))] = block.columns[told[kind]]
            self._counters[kind].frombytes(counts.tobytes())
        for word, values in block.columns.items():
            if word not in axes and len(values):
                rows = block.rows.get(word, np.arange(block.length))
                column = self._columns.setdefault((word, None, None), Column(array("q"), array("d")))
                column.rows.frombytes((rows + self.count).astype("<i8").tobytes())
                column.values.frombytes(values.tobytes())
        self._ranks.add(None)
        self.count += block.length
        return True

    def gathered(self) -> list[Gathered]:
        """The runs that the rows make, in the order they began."""
        if not self.count or not self._columns:
            return []
        axis, unit, steps_per_epoch, epochs = self._axis()
        starts, resumes, sorted_needed = self._falls(axis)
        bounds = [*starts, self.count]
        return [
            self._gather(axis, unit, steps_per_epoch, epochs, first, last, resumes, sorted_needed)
            for first, last in itertools.pairwise(bounds)
            if any(first <= row < last for column in self._columns.values() for row in _ends(column, first, last))
        ]

    # ------------------------------------------------------------------ axis

    def _axis(self) -> tuple[Floats, str, float | None, Floats | None]:
        """Where each row stands, what that counts, and the epochs where they are a series of their own."""
        import numpy as np

        told = (np.frombuffer(self._counters[kind], dtype="<f8") for kind in COUNTERS)
        step, epoch, batch = (np.where(np.abs(column) < MOST, column, NAN) for column in told)
        step = self._trusted(step)
        if _begins_anew(step, epoch) and not np.isfinite(batch).any():
            step, batch = np.full(len(step), NAN), step
        has_step, has_epoch, has_batch = (bool(np.isfinite(column).any()) for column in (step, epoch, batch))
        if has_step:
            axis, unit = _carried(step), "step"
            return axis, unit, _steps_per_epoch(step, epoch), _carried(epoch) if has_epoch else None
        if has_batch and has_epoch:
            filled = _carried(epoch)
            counted = float(np.nanmax(batch) + (1 if np.nanmin(batch) == 0 else 0)) or 1.0
            per_epoch = self.per_epoch if self.per_epoch and 0 < self.per_epoch < MOST else counted
            ends = np.where(np.isfinite(batch), np.minimum(batch, per_epoch), per_epoch)
            axis = (filled - np.nanmin(epoch)) * per_epoch + ends
            return axis, "step", per_epoch, filled
        if has_batch and not np.any(np.diff(batch[np.isfinite(batch)]) < 0):
            return _carried(batch), "step", None, None
        whole = epoch[np.isfinite(epoch)]
        if has_epoch and bool(np.all(whole == np.floor(whole))) and self._once(_carried(epoch)):
            return _carried(epoch), "epoch", None, None
        return np.arange(self.count, dtype="<f8"), "row", None, _carried(epoch) if has_epoch else None

    def _trusted(self, step: Floats) -> Floats:
        """The counter of steps without what rows of an evaluation tell, where that is always the same: it is the
        number of their own batches."""
        import numpy as np

        rows = sorted({row for key, one in self._columns.items() if key[1] in ("val", "test") for row in one.rows})
        told = step[rows]
        others = np.delete(step, rows)
        if len(rows) < 2 or len(np.unique(told)) > 1 or len(np.unique(others[np.isfinite(others)])) < 2:
            return step
        step = step.copy()
        step[rows] = NAN
        return step

    def _once(self, axis: Floats) -> bool:
        """Whether no series has several points in one epoch, a redrawn or repeated line now and then aside."""
        import numpy as np

        for column in self._columns.values():
            where = axis[np.frombuffer(column.rows, dtype="<i8")]
            if len(where) > 1 and float(np.mean(np.diff(where) == 0)) > DISORDER:
                return False
        return True

    def _falls(self, axis: Floats) -> tuple[list[int], list[int], bool]:
        """The rows at which a run begins, those at which one was resumed, and whether there is no order at all."""
        import numpy as np

        falls: dict[int, int] = {}  # row -> the row of the same series before it
        for column in self._columns.values():
            rows = np.frombuffer(column.rows, dtype="<i8")
            for index in np.flatnonzero(np.diff(axis[rows]) < 0):
                row, before = int(rows[index + 1]), int(rows[index])
                falls[row] = max(falls.get(row, -1), before)
        starts, resumes = [0], list[int]()
        if len(falls) > max(3, DISORDER * self.count):
            return starts, resumes, True
        for row in sorted(falls):
            if falls[row] < starts[-1]:
                continue  # only this series falls, against a point of the run before
            if axis[row] <= np.nanmin(axis[starts[-1] : row]):
                starts.append(row)
            else:
                resumes.append(row)
        return starts, resumes, False

    # --------------------------------------------------------------- gathering

    def _gather(
        self,
        axis: Floats,
        unit: str,
        steps_per_epoch: float | None,
        epochs: Floats | None,
        first: int,
        last: int,
        resumes: list[int],
        unordered: bool,
    ) -> Gathered:
        import numpy as np

        kept: dict[Key, tuple[Floats, Floats]] = {}
        back = [row for row in resumes if first < row < last]
        for key, column in self._columns.items():
            rows = np.frombuffer(column.rows, dtype="<i8")
            inside = (rows >= first) & (rows < last)
            values = np.frombuffer(column.values, dtype="<f8")[inside]
            points = _ordered(axis, rows[inside], values, back, unordered)
            if len(points[0]):  # else all of it was superseded
                kept[key] = points
        series = {one.key: one for one in self._series(kept, unit)}
        if epochs is not None and "epoch" not in series:
            rows = np.arange(first, last)
            steps, values = _ordered(
                axis, rows[np.isfinite(epochs[rows])], epochs[rows][np.isfinite(epochs[rows])], back, True
            )
            if len(steps):
                series["epoch"] = Series.of("epoch", steps, values, per="step")
        facts = [Fact("resumed", int(axis[row]), step=int(axis[row])) for row in back]
        return Gathered(series, unit, steps_per_epoch, facts)

    def _series(self, kept: dict[Key, tuple[Floats, Floats]], unit: str) -> Iterator[Series]:
        lowest = min((rank for rank in self._ranks if rank is not None), default=None)
        owner: dict[tuple[str, int | None], Key] = {}
        for key in sorted(kept, key=lambda key: (-len(kept[key][0]), len(key[0]))):
            ours = series_name(key[0], split=key[1])
            if ours is not None:
                owner.setdefault((ours, key[2]), key)
        names = {key: ours for (ours, _), key in owner.items()}
        for key, (steps, values) in kept.items():
            word, split, rank = key
            name = names.get(key) or (f"{split}/{word}" if split else word)
            held_out = name.startswith(("val/", "test/"))
            told = self.per(word) if callable(self.per) else self.per
            per = "evaluation" if held_out else told or ("epoch" if unit == "epoch" else "unknown")
            window = self.window if per in ("window", "smoothed") else None
            yield Series.of(name, steps, values, per=per, window=window, rank=None if rank == lowest else rank)


def named_numbers(row: Mapping[str, Any], prefix: str = "", depth: int = 0) -> Iterator[tuple[str, float]]:
    """The numbers of a row; nested ones are named by their path."""
    for word, value in row.items():
        name = f"{prefix}{word}"
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            try:
                yield name, float(value)
            except OverflowError:
                yield name, float("inf") if value > 0 else float("-inf")
        elif isinstance(value, str):
            plain = number(value)
            if plain is not None:
                yield name, plain
        elif isinstance(value, Mapping) and depth < MAX_DEPTH and "_type" not in value:  # wandb's pictures and the like
            yield from named_numbers(value, f"{name}/", depth + 1)


def _ends(column: Column, first: int, last: int) -> Iterable[int]:
    """A row of the column between two bounds, if there is one."""
    import bisect

    index = bisect.bisect_left(column.rows, first)
    return column.rows[index : index + 1] if index < len(column.rows) and column.rows[index] < last else ()


def _carried(values: Floats) -> Floats:
    """Each missing value replaced by the last one known; by the first one where none was known yet."""
    import numpy as np

    known = np.isfinite(values)
    if not known.any():
        return values
    index = np.maximum.accumulate(np.where(known, np.arange(len(values)), -1))
    filled: Floats = np.where(index >= 0, values[np.maximum(index, 0)], values[int(np.argmax(known))])
    return filled


def _ordered(axis: Floats, rows: Any, values: Floats, back: list[int], unordered: bool) -> tuple[Floats, Floats]:
    """Steps and values without what a resumption superseded; of several values at one step the last stays."""
    import numpy as np

    steps = axis[rows]
    good = np.isfinite(steps) & (np.abs(steps) < MOST)
    for row in back:
        good &= (rows >= row) | (steps < axis[row])
    steps, values = np.floor(steps[good]), values[good]
    if unordered:
        order = np.argsort(steps, kind="stable")
        steps, values = steps[order], values[order]
    last = np.append(steps[1:] != steps[:-1], True) if len(steps) else np.zeros(0, dtype=bool)
    return steps[last], values[last]


def _begins_anew(step: Floats, epoch: Floats) -> bool:
    """Whether what is called a step counts the batches of an epoch: it falls back whenever an epoch begins."""
    import numpy as np

    both = np.isfinite(step) & np.isfinite(epoch)
    falls = np.diff(step[both]) < 0
    new_epoch = np.diff(epoch[both]) > 0
    if new_epoch.any() and not np.diff(step[both]).any():  # one line an epoch, always at the same batch
        return True
    return bool(falls.any() and (falls & new_epoch).sum() > 0.5 * max(falls.sum(), new_epoch.sum()))


def _steps_per_epoch(step: Floats, epoch: Floats) -> float | None:
    """How many steps an epoch has, where rows tell both and agree."""
    import numpy as np

    both = np.isfinite(step) & np.isfinite(epoch)
    steps, epochs = step[both], epoch[both]
    fall = np.flatnonzero(np.diff(steps) < 0)
    if len(fall):  # the first of several runs will do
        steps, epochs = steps[: fall[0] + 1], epochs[: fall[0] + 1]
    if len(epochs) < 2 or epochs[-1] <= epochs[0] or steps[-1] <= steps[0] or np.any(np.diff(epochs) < 0):
        return None
    if np.any(epochs != np.floor(epochs)):
        return float((steps[-1] - steps[0]) / (epochs[-1] - epochs[0]))
    begins = np.flatnonzero(np.append(True, np.diff(epochs) > 0))
    lasts = steps[np.append(begins[1:] - 1, len(steps) - 1)]
    firsts = steps[begins]
    # The last epoch may not have ended: it says nothing but where it began.
    marks = lasts[:-1] if len(begins) > 2 else firsts
    count = epochs[begins[len(marks) - 1]] - epochs[0]
    return float((marks[-1] - marks[0]) / count) if count else None
