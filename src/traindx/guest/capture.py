"""The only thing the guest writes: a recording of one training and rank, a JSON object a line.

The lines, in any order but for the header, which is first:

    {"traindx": 1, "kind": "bench", "framework": "torch", "versions": {...}, "rank": null}    the header
    {"settings": {"batch_size": 32}}                                 hyper-parameters, by the names of traindx
    {"table": "tensors", "version": 1, "names": ["0.weight", ...]}   what the places of a vector stand for
    {"step": 3, "wall": 1.7e9, "train/loss": 0.5, "grad/norm": "NaN"}                 scalars of one step
    {"step": 3, "vector": "grad/norm", "table": "tensors", "version": 1, "f8": "...", "at": [0, 2]}
    {"fact": "modules", "value": [...], "step": 3, "where": "model.py:7"}
    {"end": {"state": "completed"}}                                  how it ended

A vector is base64 of little-endian numbers, `f8` of eight bytes each, `f4` of four; `at` names the places that were
measured where not all were, `window` how many rows each number speaks of. A number that JSON cannot hold is the word
"NaN", "Infinity" or "-Infinity". A file may end in the middle of a line.
"""

from __future__ import annotations

import array
import base64
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

FORMAT = 1


def number(value: Any) -> Any:
    """A number as JSON can hold it."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    return value


def plain(value: Any) -> Any:
    """A value of a fact as JSON can hold it; what is unknown there becomes its text."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return number(value)
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return str(value)


class Capture:
    """Puts a recording down line by line through `put`, which takes bytes."""

    def __init__(self, put: Callable[[bytes], object]) -> None:
        self.put = put
        self.tables: dict[str, tuple[int, list[str]]] = {}

    def line(self, **row: Any) -> None:
        self.put(json.dumps(row, separators=(",", ":"), allow_nan=False).encode() + b"\n")

    def header(self, *, kind: str, framework: str | None, versions: Mapping[str, str], rank: int | None = None) -> None:
        self.line(traindx=FORMAT, kind=kind, framework=framework, versions=plain(versions), rank=rank)

    def settings(self, known: Mapping[str, Any]) -> None:
        self.line(settings=plain(known))

    def table(self, name: str, names: Iterable[str]) -> None:
        """Says what the places of the vectors stand for; nothing is written where that is known."""
        version, known = self.tables.get(name, (0, []))
        given = list(names)
        if given != known or not version:
            self.tables[name] = (version + 1, given)
            self.line(table=name, version=version + 1, names=given)

    def scalars(self, step: int, values: Mapping[str, float], wall: float | None = None) -> None:
        row = {} if wall is None else {"wall": wall}
        self.line(step=step, **row, **{name: number(value) for name, value in values.items()})

    def vector(
        self,
        step: int,
        series: str,
        table: str,
        values: Iterable[float],
        at: Sequence[int] | None = None,
        window: Sequence[int] | None = None,
    ) -> None:
        """One number for each place of a table, or for those places named by `at`."""
        packed = array.array("d", values)
        if sys.byteorder == "big":
            packed.byteswap()
        more = {word: list(one) for word, one in (("at", at), ("window", window)) if one is not None}
        text = base64.b64encode(packed.tobytes()).decode()
        self.line(step=step, vector=series, table=table, version=self.tables[table][0], f8=text, **more)

    def fact(self, name: str, value: Any, step: int | None = None, where: str | None = None) -> None:
        row = {"step": step, "where": where}
        self.line(fact=name, value=plain(value), **{word: one for word, one in row.items() if one is not None})

    def end(self, state: str, **more: Any) -> None:
        self.line(end={"state": state, **plain(more)})


def to_file(path: str) -> tuple[Capture, Callable[[], None]]:
    """A capture that appends to a new file of the user's own, and what closes it."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(path, flags, 0o600)
    return Capture(lambda data: os.write(descriptor, data)), lambda: os.close(descriptor)
