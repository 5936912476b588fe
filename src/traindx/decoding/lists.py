"""Curves in a tree of dictionaries and lists, whoever built it, put into rows.

What counts as a curve: a list of numbers; a list of `[step, value]` or `[time, step, value]`; a list of rows; a
dictionary whose keys are counts (`{"1": {...}, "2": {...}}`). Names are joined along the path, and a part that says
the split or nothing at all (`history`, `metrics`, `logs`) is no more than that.

Lists of one length are columns of one table. Its axis is a list that counts steps or epochs, else the place in the list
from 0, which is an epoch where lists of training and of validation are equally long. A list that is a whole number of
times shorter than the longest holds the value of the end of each stretch: losses of steps beside losses of epochs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from traindx.decoding.naming import is_axis, series_name
from traindx.decoding.nested_settings import flattened
from traindx.decoding.rows import Rows, named_numbers, split_of
from traindx.guards.limits import MAX_DEPTH, MAX_SERIES
from traindx.guards.numbers import number
from traindx.schema.settings import setting_name

FILLER = frozenset(("history", "metrics", "metric", "logs", "log", "results", "result", "training_history", "curves",
                    "log_history", "scalars", "data", "records", "training_metrics", "epoch_metrics", "stats",
                    "training", "epochs", "train_history", "values", "per_epoch", "step_metrics", "steps"))  # fmt: skip
CONFIG = frozenset(("config", "args", "hparams", "hyperparameters", "params", "settings", "hyperparams",
                    "options", "cfg", "parameters", "arguments", "hyper_parameters", "model_config", "train_config",
                    "training_config", "training_args", "configuration"))  # fmt: skip
COUNTED = re.compile(r"(?:epoch|step|iter(?:ation)?|round)?[ _-]?(\d{1,12})$", re.I)
MISSING = frozenset(("", "na", "n/a", "none", "null"))
DEEPEST = 4  # names on a path: what lies deeper is a report about runs, not the log of one
MOST_RESULTS = 50
LOOKED_AT = 20  # rows, before a list of dictionaries is taken for something else
WHOSE = ("split", "phase", "mode", "set", "stage", "subset")
Path = tuple[str, ...]
Group = dict[tuple[str, str | None], Sequence[Any]]


class Found(NamedTuple):
    """What a tree holds."""

    rows: Rows
    settings: dict[str, Any]
    results: dict[str, Any]  # single values of a loss or a metric
    counted: bool  # rows that count steps or epochs
    left_out: list[str]  # lists beside rows: what they count is not told

    @property
    def is_log(self) -> bool:
        """A loss or a metric that was recorded several times, and not a data set with such a column."""
        names = self.rows.named
        if not names:
            return False
        both = {name.partition("/")[2] for name in names if name.startswith("train/")}
        paired = any(name.startswith("val/") and name.partition("/")[2] in both for name in names)
        return self.counted or paired or any("loss" in name.split("/")[:2] for name in names)


def several(tree: object) -> list[tuple[str, object]]:
    """The runs of `{"model_a": {...}, "model_b": {...}}` by name; anything else is one run without a name."""
    if isinstance(tree, Mapping) and len(tree) > 1 and _by_count(tree) is None:
        inner = [value for value in tree.values() if isinstance(value, Mapping)]
        same = len(inner) == len(tree) and len({frozenset(value) for value in inner}) == 1
        words = [str(key) for key in tree]
        plain = not any(split_of(word) or word.lower() in FILLER | CONFIG or series_name(word) for word in words)
        if same and plain and any(series_name(str(key)) for key in inner[0]):
            return [(word, value) for word, value in zip(words, inner, strict=True)]
    return [("", tree)]


def found(tree: object, *, epochs: bool = False) -> Found:
    """All curves of a tree; with `epochs` the caller knows that a list has a value an epoch."""
    return _Search(epochs).search(tree)


class _Search:
    def __init__(self, epochs: bool) -> None:
        self.rows = Rows()
        self.epochs = epochs
        self.configs: list[Mapping[Any, Any]] = []
        self.loose: dict[str, Any] = {}
        self.results: dict[str, Any] = {}
        self.curves: dict[tuple[Path, str | None], Sequence[Any]] = {}
        self.tables = 0

    def search(self, tree: object) -> Found:
        if isinstance(tree, Mapping):
            self.mapping(tree, (), None, 0)
        elif isinstance(tree, (list, tuple)):
            self.sequence(tree, (), None, 0)
        left_out = self.lists()
        settings = {key: one for config in self.configs for key, one in config.items()}
        return Found(self.rows, flattened({**settings, **self.loose}), self.results, bool(self.tables), left_out)

    def lists(self) -> list[str]:
        """Puts the lists into the rows; beside rows that count, only those with a value for each of their epochs."""
        if not self.tables:
            self.columns()
            return []
        epochs = self.rows.epochs
        left_out = []
        for (path, split), values in self.curves.items():
            if epochs and len(values) == len(epochs):
                for epoch, value in zip(epochs, values, strict=True):
                    self.rows.add({"epoch": epoch, _name(path): value}, split=split)
            else:
                left_out.append(_name(path))
        return left_out

    def mapping(self, tree: Mapping[Any, Any], path: Path, split: str | None, depth: int) -> None:
        if depth > MAX_DEPTH:
            return
        counted = _by_count(tree)
        if counted is not None:
            self.table(counted, path, split)
            return
        for key, value in tree.items():
            word = str(key)
            if isinstance(value, Mapping):
                if word.lower() in CONFIG:
                    self.configs.append(value)
                else:
                    self.mapping(value, *_below(path, split, word), depth + 1)
            elif isinstance(value, (list, tuple)):
                self.sequence(value, (*path, word), split, depth + 1)
            elif series_name(word, split=split) or is_axis(word):
                if len(self.results) < MOST_RESULTS and _number(value) is not None:
                    self.results.setdefault(".".join((*path, word)), value)
            elif not path or setting_name(word):
                self.loose.setdefault(word, value)

    def sequence(self, values: Sequence[Any], path: Path, split: str | None, depth: int) -> None:
        if not values or depth > MAX_DEPTH or len(path) > DEEPEST:
            return
        kind = values[0]
        if isinstance(kind, Mapping):
            table = [row for row in values if isinstance(row, Mapping)]
            self.table([(None, row) for row in table], path, split)
        elif isinstance(kind, (list, tuple)):
            self.pairs(values, path, split)
        elif path and len(self.curves) < MAX_SERIES and _are_numbers(values):
            self.curves[path, split] = values

    def table(self, rows: Sequence[tuple[int | None, Any]], path: Path, split: str | None) -> None:
        """Rows as they stand; what their names lack, the path has. Rows that count nothing are columns."""
        prefix = _prefix(path)
        seen = [row for _, row in rows[:LOOKED_AT] if isinstance(row, Mapping)]
        if not any(_is_row(row, prefix, split) for row in seen):
            return
        counted = rows[0][0] is not None or any(is_axis(str(key)) for row in seen for key in row)
        if not counted and not any(split_in(row) for row in seen):
            self.turned([row for _, row in rows], prefix, split)
            return
        self.tables += 1
        for count, row in rows:
            if isinstance(row, Mapping):
                axis = {} if count is None else {"epoch": count}
                named = {key if is_axis(key) else f"{prefix}{key}": one for key, one in row.items()} if prefix else row
                self.rows.add({**axis, **named}, split=split_in(row) or split)

    def turned(self, rows: Sequence[Any], prefix: str, split: str | None) -> None:
        """Rows that count nothing, as lists, so that they can stand beside other lists."""
        flat = [dict(named_numbers(row)) if isinstance(row, Mapping) else {} for row in rows]
        for name in dict.fromkeys(name for row in flat for name in row):
            if len(self.curves) < MAX_SERIES:
                self.curves[(f"{prefix}{name}",), split] = [row.get(name) for row in flat]

    def pairs(self, values: Sequence[Any], path: Path, split: str | None) -> None:
        """`[step, value]`, as many programs keep them, or `[time, step, value]`, as TensorBoard's page exports them."""
        width = len(values[0])
        if width not in (2, 3) or not path:
            return
        good = [one for one in values if isinstance(one, (list, tuple)) and len(one) == width and _are_numbers(one)]
        if len(good) < len(values) or not all(_number(one[-2]) == int(_number(one[-2]) or 0) for one in good[:1000]):
            return
        for one in good:
            self.rows.add({"step": one[-2], _name(path): one[-1]}, split=split)
        self.tables += 1

    def columns(self) -> None:
        """Lists of one length side by side."""
        by_length: dict[int, Group] = {}
        for (path, split), values in self.curves.items():
            by_length.setdefault(len(values), {})[_name(path), split] = values
        quantities = {length: group for length, group in by_length.items() if _quantities(group)}
        longest = max(quantities, default=0)
        several = sum(length > 1 for length in quantities) > 1
        for length in sorted(quantities, reverse=True):
            ratio, rest = divmod(longest, length)
            spread = ratio if ratio > 1 and not rest and length > 1 else 1
            group = quantities[length]
            kind = "step" if several else "epoch" if self.epochs or _both(group) else None
            self.beside(group, length, spread, kind)

    def beside(self, group: Group, length: int, spread: int, kind: str | None) -> None:
        axis = next((key for key in group if _axis(key[0])), None)
        splits = {key[1] for key in group if key != axis}
        if kind is None and len(splits) > 1:
            kind = "epoch"
        for index in range(length):
            place: dict[str, Any] = {} if kind is None else {kind: (index + 1) * spread - 1}
            if axis is not None:
                place = {_axis(axis[0]) or "step": group[axis][index]}
            for split in splits:
                row = {key[0]: values[index] for key, values in group.items() if key[1] == split and key != axis}
                self.rows.add({**place, **row}, split=split, always=True)


def _below(path: Path, split: str | None, word: str) -> tuple[Path, str | None]:
    """The path and the split below a key."""
    named = split_of(word)
    if named is not None:
        return path, named
    return (path, split) if word.lower() in FILLER else ((*path, word), split)


def _is_row(row: object, prefix: str, split: str | None) -> bool:
    """Whether a row holds a quantity that we know."""
    if not isinstance(row, Mapping):
        return False
    rows = Rows()
    rows.add({f"{prefix}{key}": value for key, value in row.items()}, split=split_in(row) or split)
    return bool(rows.named)


def split_in(row: Mapping[Any, Any]) -> str | None:
    """The split that a row says itself to be of."""
    return next((split for key in WHOSE if key in row and (split := split_of(row[key]))), None)


def _axis(name: str) -> str | None:
    """What a list counts: `epochs`, `val_steps`, ..."""
    last = name.rpartition("/")[2]
    words = [word for word in re.split(r"[ _-]", last) if split_of(word) is None]
    bare = "_".join(words)
    return is_axis(bare) or (is_axis(bare[:-1]) if bare.endswith("s") else None)


def _quantities(group: Group) -> bool:
    return any(series_name(name, split=split) for name, split in group if _axis(name) is None)


def _both(group: Group) -> bool:
    """Whether training and validation stand side by side: then a list has a value an epoch."""
    names = [series_name(name, split=split) or "" for name, split in group]
    return any(name.startswith("train/") for name in names) and any(name.startswith("val/") for name in names)


def _by_count(tree: Mapping[Any, Any]) -> list[tuple[int | None, Any]] | None:
    """The rows of `{"1": {...}, "2": {...}}`, or None."""
    if len(tree) < 2 or not all(isinstance(value, Mapping) for value in tree.values()):
        return None
    counts = [COUNTED.match(str(key)) for key in tree]
    if not all(counts):
        return None
    return [(int(count[1]), value) for count, value in zip(counts, tree.values(), strict=True) if count]


def _are_numbers(values: Sequence[Any]) -> bool:
    """Numbers and gaps, with a number among them."""
    some = False
    for value in values:
        if _number(value) is not None:
            some = True
        elif value is not None and not (isinstance(value, str) and value.lower() in MISSING):
            return False
    return some


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        try:
            return float(value)
        except OverflowError:
            return float("inf") if value > 0 else float("-inf")
    return number(value) if isinstance(value, str) else None


def _name(path: Path) -> str:
    return "/".join(path)


def _prefix(path: Path) -> str:
    parts = [part for part in path if part.lower() not in FILLER and not _axis(part)]
    # "batch_losses": [{"loss": ...}] is a loss, whatever else the list is called.
    return "" if not parts or series_name(parts[-1]) else "/".join(parts) + "/"
