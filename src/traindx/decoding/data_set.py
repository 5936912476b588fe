"""Whether a table is a data set, or a list of results, and no course of a training, though it has a column of losses.

A log says what it counts (steps, epochs) and tells a loss by it, or it tells little but quantities of a training: a
loss beside its validation, a rate, a norm of the gradient. A data set has one column that is called like a quantity
(what an insurance lost, the reward of a move) and many that are not. In a list of results each row is of another
thing, which a text names, or of other settings. Columns that any log may have (times, memory, tokens) say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from traindx.decoding.naming import is_axis, series_name
from traindx.decoding.rows import split_of
from traindx.guards.numbers import number
from traindx.schema.settings import setting_name

LOOKED_AT = 200  # rows
FEW = 3  # rows: of fewer nothing is said to be the same in all
WORD = re.compile(r"[a-z]+|\d+")
# Of no trade: what programs measure of themselves, and what only names a row of any log.
NEUTRAL = frozenset(
    ("time", "times", "elapsed", "second", "seconds", "sec", "minutes", "duration", "eta", "timestamp", "wall", "clock",
     "date", "datetime", "fps", "memory", "mem", "gpu", "cpu", "ram", "tokens", "samples", "examples", "images",
     "throughput", "tflops", "mfu", "runtime", "rank", "epoch", "epochs", "step", "steps", "iteration", "iterations",
     "batch", "progress", "best", "patience", "seed", "run", "fold", "flops", "hours")
)  # fmt: skip
TIME = re.compile(r"\d{1,4}[-:/.]\d|\d+(?:\.\d+)? ?(?:s|ms|min|h)\b")
# Other trades count these too.
COMMON = frozenset(("round", "ep", "it", "timestep", "timesteps", "batch", "batches", "batch idx", "batch index"))
INDEX = ""  # pandas' unnamed index


def data_set(rows: Sequence[Mapping[str, Any]]) -> str | None:
    """Why the table that begins with these rows is no log, or None."""
    rows = rows[:LOOKED_AT]
    columns: dict[str, list[Any]] = {}
    for row in rows:
        for name, value in row.items():
            if value is not None and value != "":
                columns.setdefault(str(name), []).append(value)
    axes = {name for name, values in columns.items() if is_axis(name) and not _stands(values)}
    sure, plain = _known([name for name in columns if not is_axis(name)])
    texts = {name for name, values in columns.items() if _tells_apart(values)}
    others = {name for name, values in columns.items() if name not in sure | plain and _other(name, values)} | texts
    if not sure and not plain:
        return None
    if axes:
        return _counted(axes, sure, plain, others)
    if texts:
        return f"each row is of another {min(texts, key=len)}, and no column counts steps or epochs"
    changed = {name for name in others if setting_name(name) and name not in sure | plain}
    if changed:
        return f"each row has its own {min(changed, key=len)}, and no column counts steps or epochs"
    held_out = any((series_name(name) or "").startswith("val/") for name in sure)
    if not held_out and len(others) > len(sure | plain):
        return "of its columns most are no quantities of a training, and none counts steps or epochs"
    if not held_out and not any(_is_loss(name) for name in sure | plain):
        return "it only holds results, and no column counts steps or epochs"
    return None


def table_in(tree: object) -> list[Mapping[str, Any]]:
    """The rows of a JSON tree that is one table, as rows or as columns of one length; none where it is more."""
    if isinstance(tree, Mapping) and len(tree) == 1:
        tree = next(iter(tree.values()))
    if isinstance(tree, (list, tuple)):
        return [row for row in tree[:LOOKED_AT] if isinstance(row, Mapping)]
    if not isinstance(tree, Mapping) or not all(isinstance(values, (list, tuple)) for values in tree.values()):
        return []
    sizes = {len(values) for values in tree.values()}
    if len(sizes) != 1 or max(sizes) < FEW:
        return []
    return [dict(zip(tree, row, strict=True)) for row in islice(zip(*tree.values(), strict=True), LOOKED_AT)]


def neutral(name: str) -> bool:
    """Whether any program may measure this of itself."""
    if is_axis(name) or NEUTRAL.intersection(WORD.findall(name.lower())):
        return True
    return (series_name(name) or "").partition("/")[0] in ("time", "throughput", "gpu", "memory", "amp", "tokens")


def _counted(axes: set[str], sure: set[str], plain: set[str], others: set[str]) -> str | None:
    """The same for a table that counts: one loss by the step is a log whatever stands beside it."""
    loss = any(map(_is_loss, plain))
    common = all(" ".join(WORD.findall(name.lower())) in COMMON for name in axes)
    if sure or len(others) < len(plain) + (not common) or (loss and (len(plain) > 1 or not common)):
        return None
    return "of its columns most are no quantities of a training"


def _is_loss(name: str) -> bool:
    return "loss" in (series_name(name) or "").split("/")[:2]


def _known(names: Sequence[str]) -> tuple[set[str], set[str]]:
    """Names that only a training has, and those that other trades have too."""
    sure: set[str] = set()
    plain: set[str] = set()
    for name in names:
        ours = series_name(name) or ""
        kind = ours.split("/")
        if kind[0] == "lr" or ours.startswith("grad/norm"):
            sure.add(name)
        elif kind[1:2] in (["loss"], ["metric"]):
            told = kind[0] == "val" or (
                kind[0] == "train" and (series_name(name, split="val") or "").startswith("train")
            )
            (sure if told else plain).add(name)
    return sure, plain


def _stands(values: Sequence[Any]) -> bool:
    """Whether a counter never moves."""
    return len(values) >= FEW and len(set(map(str, values))) == 1


def _tells_apart(values: Sequence[Any]) -> bool:
    """Whether these are texts that differ from row to row, and neither times nor the name of the data."""
    texts = [value for value in values if isinstance(value, str) and number(value) is None]
    if 2 * len(texts) <= len(values) or all(TIME.match(text) or split_of(text) for text in texts):
        return False
    return len(set(texts)) > 1


def _other(name: str, values: Sequence[Any]) -> bool:
    """Whether a column is no quantity of a training, and none that any log may have."""
    if name == INDEX or neutral(name):
        return False
    if any(isinstance(value, list) for value in values):
        return True
    if all(isinstance(value, Mapping) for value in values) or _stands(values):
        return False
    return not all(isinstance(value, str) and number(value) is None for value in values)
