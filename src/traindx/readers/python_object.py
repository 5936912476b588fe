"""Curves in an object of Python: a dictionary of lists, a list of rows, a DataFrame, a Keras History.

Where it comes from: a notebook, `traindx.diagnose({"loss": losses})`. Lists may be tuples, arrays or tensors on the
processor; dictionaries may be nested by split. Pandas and Keras are looked at where they are loaded, never imported.

What is in it: what the same as a JSON document would hold. The axis is the list, column or named index that counts
steps or epochs, else the place in the list; of a History it is the epoch.

What is lost: in a DataFrame a gap and a measured NaN look the same. In a column with gaps all over it NaN is a gap,
but a stretch of them at the end that is longer than any gap before it is measured; elsewhere NaN is measured.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from traindx.decoding.lists import found
from traindx.guards.limits import MAX_DEPTH
from traindx.guards.numbers import step
from traindx.schema import Match, Run, reader

# A column with fewer NaN than this share has no gaps: a skipped step now and then was measured as NaN.
GAPS = 0.1


def accepts(source: object) -> Match:
    """Whatever holds lists or rows with a loss."""
    if not (_is_history(source) or _is_frame(source) or isinstance(source, (Mapping, list, tuple))):
        return Match(0, "it is no dictionary, list, DataFrame or History")
    what = found(_tree(source), epochs=_is_history(source))
    return Match(0.9, "curves by name") if what.is_log else Match(0, "nothing in it is called like a loss or a metric")


@reader(accepts=accepts, appended=False, takes="object")
class PythonObject:
    def __init__(self, source: object) -> None:
        self.source = source

    def feed(self, piece: bytes) -> None:
        """An object is whole from the start."""

    def runs(self) -> list[Run]:
        keras = _is_history(self.source)
        what = found(_tree(self.source), epochs=keras)
        name = f"<{type(self.source).__name__}>"
        params = getattr(self.source, "params", None) if keras else None
        steps = step(params.get("steps")) if isinstance(params, Mapping) else None
        runs = [
            one.run(name, "python-object", framework="keras" if keras else None, settings=what.settings)
            for one in what.rows.gathered()
        ]
        return [
            msgspec.structs.replace(
                run, id=f"{name}#{number}", steps_per_epoch=float(steps) if steps else run.steps_per_epoch
            )
            for number, run in enumerate(runs)
        ]


def _is_history(source: object) -> bool:
    return isinstance(getattr(source, "history", None), dict) and hasattr(source, "params")


def _is_frame(source: object) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(source, pandas.DataFrame)


def _tree(source: Any) -> object:
    if _is_history(source):
        return {"history": _plain(source.history), "params": source.params, "epoch": list(getattr(source, "epoch", []))}
    if _is_frame(source):
        named = source.reset_index() if source.index.name or source.index.nlevels > 1 else source
        columns = {str(name): _gapped(column.tolist()) for name, column in named.items()}
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return _plain(source)


def _plain(value: Any, depth: int = 0) -> Any:
    """Arrays and tensors as lists, at every level."""
    if isinstance(value, Mapping):
        return {key: _plain(one, depth + 1) for key, one in value.items()} if depth < MAX_DEPTH else {}
    if isinstance(value, (list, tuple)) and depth < MAX_DEPTH:
        return [_plain(one, depth + 1) for one in value]
    listed = getattr(value, "tolist", None)
    if not callable(listed):
        return value
    try:
        return listed()
    except Exception:  # a tensor on a device that is gone, one that is symbolic
        return None


def _gapped(values: list[Any]) -> list[Any]:
    """A column with None for its gaps."""
    missing = [value != value for value in values]
    last = max((index for index, gone in enumerate(missing) if not gone), default=-1)
    if last < 0 or sum(missing[: last + 1]) <= GAPS * (last + 1):
        return values
    longest = run = 0
    for gone in missing[: last + 1]:
        run = run + 1 if gone else 0
        longest = max(longest, run)
    measured = len(values) - 1 - last > longest
    return [None if gone and (index <= last or not measured) else value
            for index, (value, gone) in enumerate(zip(values, missing, strict=True))]  # fmt: skip
