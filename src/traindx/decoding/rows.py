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

import copy
import itertools
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from traindx.decoding.alike import Block
from traindx.decoding.column import Column
from traindx.decoding.forms import Form, Forms, Key, Place
from traindx.decoding.naming import SPLIT_OF, is_axis, series_name
from traindx.decoding.placing import MOST, begins_anew, carried, falls, once, placed, steps_per_epoch, trusted
from traindx.guards.limits import MAX_DEPTH, MAX_SERIES
from traindx.guards.numbers import number
from traindx.schema import Fact, Run, Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NAN = float("nan")
COUNTERS = ("step", "epoch", "batch")
MOST_WORDS = 4 * MAX_SERIES  # whose meaning is kept in mind


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
        self._forms = Forms()
        self._settled = 0  # rows that stand in the columns
        self._ranks: set[int | None] = set()
        self.per_epoch: float | None = None  # batches of an epoch, where a counter says "3/100"

    def __deepcopy__(self, memo: dict[int, Any]) -> Rows:
        """A copy to go on with; the forms stay behind."""
        self.settle()
        other = Rows(per=copy.deepcopy(self.per, memo), window=self.window)
        other.count = other._settled = self.count
        other._columns, other._counters = copy.deepcopy((self._columns, self._counters), memo)
        other._ranks, other.per_epoch = set(self._ranks), self.per_epoch
        return other

    @property
    def named(self) -> set[str]:
        """The losses and metrics seen so far, under our names: without one it is no log of a training."""
        names = {series_name(word, split=split) for word, split, _ in self._columns}
        return {name for name in names if name and ("loss" in name.split("/")[:2] or "metric" in name.split("/")[:2])}

    @property
    def epochs(self) -> list[float]:
        """The epochs that rows count, where nothing counts steps; else none."""
        self.settle()
        if "step" in self._counters:
            return []
        return sorted({value for value in self._counters.get("epoch", ()) if value == value})

    @property
    def counts(self) -> bool:
        """Whether any row had a step-like counter."""
        self.settle()
        return bool(self._counters)

    def add(
        self, row: Mapping[str, Any], *, split: str | None = None, rank: int | None = None, always: bool = False
    ) -> None:
        """One row; nested values are named by their path. A row without a number is none, unless it counts `always`."""
        told: dict[str, float] = {}
        kept = False
        for word, value in named_numbers(row):
            kind = self._kind(word)
            if kind is not None:
                if value == value:
                    told.setdefault(kind, value)
                continue
            key = (word, split, rank)
            column = self._column(key)
            if column is None:
                continue
            if self._forms.forms:
                kept |= self._forms.add(key, self.count, value)
            elif column.last != self.count or not column.values:
                column.append(self.count, value)
                kept = True
        if kept or always or told:
            self._count(told)
            self._ranks.add(rank)
            self.count += 1

    def _count(self, told: Mapping[str, float]) -> None:
        """Takes in the counters of the next row."""
        if self._forms.forms:
            for kind, value in told.items():
                self._forms.add(kind, self.count, value)
            return
        for kind in COUNTERS:
            if kind in self._counters or kind in told:
                self._counter(kind).append(told.get(kind, NAN))
        self._settled += 1

    def _kind(self, word: str) -> str | None:
        """What a word counts, if it does."""
        if word in self._of_words:
            return self._of_words[word]
        kind = is_axis(word)
        if len(self._of_words) < MOST_WORDS:
            self._of_words[word] = kind
        return kind

    def _column(self, key: Key) -> Column | None:
        """The column of a word, None where there is no room for another."""
        column = self._columns.get(key)
        if column is None and len(self._columns) < MAX_SERIES:
            column = self._columns[key] = Column(self.count)
        return column

    def form(
        self, words: Sequence[str | None], scales: Sequence[float], *, split: str | None = None, rank: int | None = None
    ) -> Form | None:
        """Where rows of these words go, a None for what is not kept, each number multiplied by its scale; None where
        two words are the same or count the same, or where there is no room. A row follows at once."""
        kinds = {word: self._kind(word) for word in words if word is not None}
        counts = [kind for kind in kinds.values() if kind]
        keys = [(word, split, rank) for word, kind in kinds.items() if not kind]
        if len(set(counts)) < len(counts) or not keys or len(kinds) < sum(word is not None for word in words):
            return None
        if sum(key not in self._columns for key in keys) + len(self._columns) > MAX_SERIES:
            return None
        found = self._forms.form([None if word is None else Place(kinds[word] or (word, split, rank), scale)
                                  for word, scale in zip(words, scales, strict=True)])  # fmt: skip
        if found is not None:
            self._ranks.add(rank)
            for key in keys:
                self._column(key)
        return found

    def settle(self) -> None:
        """Takes in what forms hold."""
        import numpy as np

        first, more = self._settled, self.count - self._settled
        if not more or not self._forms.forms:
            return
        counters: dict[str, Floats] = {}
        for target, rows, values in self._forms.taken():
            if isinstance(target, str):
                counters[target] = np.full(more, NAN)
                counters[target][rows - first] = values
            elif len(rows) == rows[-1] - rows[0] + 1:
                self._columns[target].extend(int(rows[0]), None, values)
            else:
                self._columns[target].extend(0, rows, values)
        for kind in COUNTERS:
            if kind in self._counters or kind in counters:
                self._counter(kind).frombytes(counters.get(kind, np.full(more, NAN)).tobytes())
        self._settled = self.count

    def at_steps(self, steps: Sequence[float]) -> Rows:
        """The same rows, each at the step that is given for it."""
        other = copy.deepcopy(self)
        other._counters |= {"step": array("d", steps)}
        return other

    def _counter(self, kind: str) -> array[float]:
        """What rows told of this kind so far."""
        if kind not in self._counters:
            self._counters[kind] = array("d", [NAN]) * self._settled
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
        self.settle()
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
        self._settled = self.count
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

        self.settle()
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
        self.settle()
        if not self.count or not self._columns:
            return []
        axis, unit, steps_per_epoch, epochs = self._axis()
        starts, resumes, sorted_needed = falls(axis, self._columns.values())
        bounds = [*starts, self.count]
        return [
            self._gather(axis, unit, steps_per_epoch, epochs, first, last, resumes, sorted_needed)
            for first, last in itertools.pairwise(bounds)
            if any(len(column.between(first, last)[1]) for column in self._columns.values())
        ]

    def _axis(self) -> tuple[Floats, str, float | None, Floats | None]:
        """Where each row stands, what that counts, and the epochs where they are a series of their own."""
        import numpy as np

        unknown = np.broadcast_to(NAN, self.count)
        told = (np.frombuffer(self._counters[kind], "<f8") if kind in self._counters else unknown for kind in COUNTERS)
        step, epoch, batch = (
            column if bool((np.abs(column) < MOST).all()) else np.where(np.abs(column) < MOST, column, NAN)
            for column in told
        )
        step = trusted(step, [one for key, one in self._columns.items() if key[1] in ("val", "test")])
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
        if has_epoch and bool(np.all(whole == np.floor(whole))) and once(carried(epoch), self._columns.values()):
            return carried(epoch), "epoch", None, None
        return np.arange(self.count, dtype="<f8"), "row", None, carried(epoch) if has_epoch else None

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
        back = resumes[bisect_right(resumes, first) : bisect_left(resumes, last)]
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
