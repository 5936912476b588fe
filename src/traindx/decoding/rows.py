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
from traindx.decoding.column import Column
from traindx.decoding.naming import SPLIT_OF, is_axis, series_name
from traindx.decoding.placing import MOST, begins_anew, carried, placed, steps_per_epoch
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
# More falls than this share of the rows are no restarts: the file is in no order.
DISORDER = 0.2


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
        self._counters: dict[str, array[float]] = {}  # one number a row, of the kinds that rows have told
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
        if "step" in self._counters:
            return []
        return sorted({value for value in self._counters.get("epoch", ()) if value == value})

    @property
    def counts(self) -> bool:
        """Whether any row had a step-like counter."""
        return bool(self._counters)

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
                column = self._columns[key] = Column(self.count)
            elif column.last == self.count:
                continue
            column.append(self.count, value)
            kept += 1
        if kept or always or any(value == value for value in counters.values()):
            for kind in COUNTERS:
                if kind in self._counters or counters[kind] == counters[kind]:
                    self._counter(kind).append(counters[kind])
            self._ranks.add(rank)
            self.count += 1

    def _counter(self, kind: str) -> array[float]:
        """What rows told of this kind so far."""
        if kind not in self._counters:
            self._counters[kind] = array("d", [NAN]) * self.count
        return self._counters[kind]

    def add_columns(self, block: Block, *, split: str | None = None, rank: int | None = None) -> bool:
        """Many rows at once, as if added one by one; False, and nothing was done, where one holds no number or there
        is no room."""
        import numpy as np

        axes = {word: kind for word in block.columns if (kind := is_axis(word))}
        words = [word for word in block.columns if word not in axes]
        more = sum((word, split, rank) not in self._columns for word in words)
        if not self._holds(block, axes) or len(self._columns) + more > MAX_SERIES:
            return False
        told: dict[str, Floats] = {}
        for word, kind in axes.items():
            counts = np.full(block.length, NAN)
            counts[block.rows.get(word, slice(None))] = block.columns[word]
            told[kind] = np.where(np.isnan(told[kind]), counts, told[kind]) if kind in told else counts
        for kind in COUNTERS:
            counts = told.get(kind, np.full(block.length, NAN))
            if kind in self._counters or not np.isnan(counts).all():
                self._counter(kind).frombytes(counts.tobytes())
        firsts = {
            word: int(block.rows[word][0]) if word in block.rows else 0 for word in words if len(block.columns[word])
        }
        for word in sorted(firsts, key=firsts.__getitem__):  # those that are new, in the order in which they came
            column = self._columns.setdefault((word, split, rank), Column(self.count + firsts[word]))
            column.extend(self.count, block.rows.get(word), block.columns[word])
        self._ranks.add(rank)
        self.count += block.length
        return True

    @staticmethod
    def _holds(block: Block, axes: Mapping[str, str]) -> bool:
        """Whether every row of a block holds a number."""
        import numpy as np

        if block.covered(word for word in block.columns if word not in axes):
            return True
        there = np.zeros(block.length, dtype=bool)
        for word, values in block.columns.items():
            rows = block.rows.get(word, np.arange(block.length))
            there[rows if word not in axes else rows[~np.isnan(values)]] = True
        return bool(there.all())

    def gap(self, word: str) -> int | None:
        """The usual distance between the rows of a word, in steps."""
        import numpy as np

        column = self._columns.get((word, None, None))
        if column is None or "step" not in self._counters:
            return None
        steps = column.along(np.frombuffer(self._counters["step"], "<f8"))
        steps = steps[(np.abs(steps) < MOST) & (steps == np.floor(steps))]
        gaps = np.sort(steps[1:] - steps[:-1])
        gaps = gaps[gaps > 0]
        return int(gaps[len(gaps) // 2]) if len(gaps) else None

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
            if any(len(column.between(first, last)[1]) for column in self._columns.values())
        ]

    # ------------------------------------------------------------------ axis

    def _axis(self) -> tuple[Floats, str, float | None, Floats | None]:
        """Where each row stands, what that counts, and the epochs where they are a series of their own."""
        import numpy as np

        unknown = np.broadcast_to(NAN, self.count)
        told = (np.frombuffer(self._counters[kind], "<f8") if kind in self._counters else unknown for kind in COUNTERS)
        step, epoch, batch = (
            column if bool((np.abs(column) < MOST).all()) else np.where(np.abs(column) < MOST, column, NAN)
            for column in told
        )
        step = self._trusted(step)
        if begins_anew(step, epoch) and not np.isfinite(batch).any():
            step, batch = np.full(len(step), NAN), step
        has_step, has_epoch, has_batch = (bool(np.isfinite(column).any()) for column in (step, epoch, batch))
        if has_step:
            axis, unit = carried(step), "step"
            return axis, unit, steps_per_epoch(step, epoch), carried(epoch) if has_epoch else None
        if has_batch and has_epoch:
            filled = carried(epoch)
            counted = float(np.nanmax(batch) + (1 if np.nanmin(batch) == 0 else 0)) or 1.0
            per_epoch = self.per_epoch if self.per_epoch and 0 < self.per_epoch < MOST else counted
            ends = np.where(np.isfinite(batch), np.minimum(batch, per_epoch), per_epoch)
            axis = (filled - np.nanmin(epoch)) * per_epoch + ends
            return axis, "step", per_epoch, filled
        if has_batch and not np.any(np.diff(batch[np.isfinite(batch)]) < 0):
            return carried(batch), "step", None, None
        whole = epoch[np.isfinite(epoch)]
        if has_epoch and bool(np.all(whole == np.floor(whole))) and self._once(carried(epoch)):
            return carried(epoch), "epoch", None, None
        return np.arange(self.count, dtype="<f8"), "row", None, carried(epoch) if has_epoch else None

    def _trusted(self, step: Floats) -> Floats:
        """The counter of steps without what rows of an evaluation tell, where that is always the same: it is the
        number of their own batches."""
        import numpy as np

        there = np.zeros(self.count, dtype=bool)
        for key, one in self._columns.items():
            if key[1] in ("val", "test"):
                there[one.between(0, self.count)[0]] = True
        told, others = step[there], step[~there] if there.any() else step
        if len(told) < 2 or len(np.unique(told)) > 1 or len(np.unique(others[np.isfinite(others)])) < 2:
            return step
        step = step.copy()
        step[there] = NAN
        return step

    def _once(self, axis: Floats) -> bool:
        """Whether no series has several points in one epoch, a redrawn or repeated line now and then aside."""
        import numpy as np

        for column in self._columns.values():
            where = column.along(axis)
            if len(where) > 1 and float(np.mean(where[1:] == where[:-1])) > DISORDER:
                return False
        return True

    def _falls(self, axis: Floats) -> tuple[list[int], list[int], bool]:
        """The rows at which a run begins, those at which one was resumed, and whether there is no order at all."""
        import numpy as np

        falls: dict[int, int] = {}  # row -> the row of the same series before it
        for column in self._columns.values():
            where = column.along(axis)
            for index in np.flatnonzero(where[1:] < where[:-1]).tolist():
                rows = column.rows or range(column.first, column.last + 1)
                row, before = rows[index + 1], rows[index]
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

        kept: dict[Key, tuple[bytes, bytes]] = {}
        known: dict[tuple[int, int], tuple[bytes, Any]] = {}  # most words stand in the same rows, one after the other
        back = [row for row in resumes if first < row < last]
        for key, column in self._columns.items():
            rows, values = column.between(first, last)
            if not isinstance(rows, slice):
                steps, index = placed(axis, rows, back, unordered)
            elif (place := (rows.start, rows.stop)) in known:
                steps, index = known[place]
            else:
                steps, index = known[place] = placed(axis, rows, back, unordered)
            if steps:  # else all of it was superseded
                kept[key] = steps, (values if index is None else values[index]).tobytes()
        series = {one.key: one for one in self._series(kept, unit)}
        if epochs is not None and "epoch" not in series:
            rows = np.flatnonzero(np.isfinite(epochs[first:last])) + first
            steps, index = placed(axis, rows, back, unordered=True)
            if steps:
                values = epochs[rows if index is None else rows[index]]
                series["epoch"] = Series("epoch", steps, values.astype("<f8").tobytes(), per="step")
        facts = [Fact("resumed", int(axis[row]), step=int(axis[row])) for row in back]
        return Gathered(series, unit, steps_per_epoch, facts)

    def _series(self, kept: dict[Key, tuple[bytes, bytes]], unit: str) -> Iterator[Series]:
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
            yield Series(name, steps, values, per=per, window=window, rank=None if rank == lowest else rank)


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
