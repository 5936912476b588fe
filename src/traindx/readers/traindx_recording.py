"""A recording of traindx: what it measured on the bench, or while it watched.

Where it comes from: traindx itself, one file for each training and rank.

What is in it: one point a step for each quantity; for tensors and modules one series each, `grad/norm/0.weight`; what
was found out about the model, the batch and the loop as facts; how it ended.

What is lost: nothing that was written. A line that a killed process left half written is not read, and counted in a
fact once the file went on behind it.

Longer than most: besides scalars it unpacks vectors, one number for each tensor or module.
"""

from __future__ import annotations

import base64
import binascii
import copy
from array import array
from collections.abc import Mapping
from typing import Any

from traindx.decoding import json_text
from traindx.decoding.lines import Lines
from traindx.schema import Fact, Failure, Head, Match, Outcome, Run, Series, reader

FORMAT = 1
WIDTH = {"f8": "d", "f4": "f"}
WORDS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


def accepts(head: Head) -> Match:
    """The first line is our header."""
    lines = Lines()
    first = next(iter(lines.feed(head.data) or lines.tail()), "")
    row = json_text.line(first) if '"traindx"' in first[:200] else None
    if not isinstance(row, dict) or not isinstance(row.get("traindx"), int) or "kind" not in row:
        return Match(0, "its first line is no header of a recording")
    return Match(0.99, f"a recording of traindx, {row['kind']}")


@reader(accepts=accepts, appended=True)
class TraindxRecording:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.lines = Lines()
        self.header: dict[str, Any] = {}
        self.names: dict[str, list[str]] = {}
        self.steps: dict[str, array[int]] = {}
        self.values: dict[str, array[float]] = {}
        self.windows: dict[str, int] = {}
        self.settings: dict[str, Any] = {}
        self.facts: list[Fact] = []
        self.outcome = Outcome()
        self.refused = 0

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            self._take(line)

    def _take(self, line: str) -> None:
        row = json_text.line(line)
        if not isinstance(row, dict):
            self.refused += bool(line.strip())
        elif "traindx" in row:
            self.header = row
        elif "vector" in row:
            self._vector(row)
        elif isinstance(row.get("step"), int) and "fact" not in row:
            for name, value in row.items():
                if name not in ("step", "wall"):
                    self._point(name, row["step"], value)
        else:
            self._of_the_run(row)

    def _of_the_run(self, row: Mapping[str, Any]) -> None:
        """A row that speaks of the training, not of a step."""
        if isinstance(row.get("table"), str) and isinstance(row.get("names"), list):
            self.names[f"{row['table']} {row.get('version')}"] = [str(name) for name in row["names"]]
        elif isinstance(row.get("fact"), str):
            at, where = row.get("step"), row.get("where")
            self.facts.append(Fact(row["fact"], row.get("value"), at if isinstance(at, int) else None, where))
        elif isinstance(row.get("settings"), dict):
            self.settings.update(row["settings"])
        elif isinstance(row.get("end"), dict):
            self.outcome = _outcome(row["end"])
        else:
            self.refused += 1

    def _point(self, name: str, step: int, value: Any) -> None:
        number = WORDS.get(value) if isinstance(value, str) else value
        if isinstance(number, (int, float)) and not isinstance(number, bool) and abs(step) < 2**63:
            self.steps.setdefault(name, array("q")).append(step)
            self.values.setdefault(name, array("d")).append(number)

    def _vector(self, row: Mapping[str, Any]) -> None:
        names = self.names.get(f"{row.get('table')} {row.get('version')}")
        width = next((width for width in WIDTH if width in row), None)
        numbers = _numbers(row[width], WIDTH[width]) if width and names else None
        at = row.get("at", range(len(names or ())))
        fits = numbers is not None and isinstance(at, (list, range)) and len(at) == len(numbers)
        if names is None or numbers is None or not fits or not isinstance(row.get("step"), int):
            self.refused += 1
            return
        windows = row.get("window")
        for order, (place, number) in enumerate(zip(at, numbers, strict=True)):
            if isinstance(place, int) and 0 <= place < len(names):
                name = f"{row['vector']}/{names[place]}"
                self._point(name, row["step"], number)
                if isinstance(windows, list) and order < len(windows) and isinstance(windows[order], int):
                    self.windows[name] = windows[order]

    def runs(self) -> list[Run]:
        fold = self
        tail = [line for line in self.lines.tail() if isinstance(json_text.line(line), dict)]
        if tail:
            fold = copy.deepcopy(self)
            for line in tail:
                fold._take(line)
        rank = self.header.get("rank")
        rank = rank if isinstance(rank, int) else None
        series = [
            Series.of(name, steps, fold.values[name], per="step", window=fold.windows.get(name), rank=rank)
            for name, steps in fold.steps.items()
        ]
        refused = [Fact("rows refused", fold.refused)] if fold.refused else []
        kind = [Fact("recording", str(fold.header["kind"]))] if "kind" in fold.header else []
        return [
            Run(
                id=self.path,
                source=self.path,
                format="traindx-recording",
                framework=self.header.get("framework"),
                series={one.key: one for one in series},
                facts=[*kind, *fold.facts, *refused],
                settings=fold.settings,
                outcome=fold.outcome,
            )
        ]


def _numbers(text: Any, code: str) -> list[float] | None:
    """The numbers of a vector, or None where the text holds none."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, TypeError, ValueError):
        return None
    size = array(code).itemsize
    return None if len(data) % size else [float(number) for number in array(code, data)]


def _outcome(end: Mapping[str, Any]) -> Outcome:
    error = end.get("error")
    failure = None
    if isinstance(error, dict):
        failure = Failure(*(str(error.get(word, "")) for word in ("type", "message", "where")))
    code = end.get("exit")
    return Outcome(str(end.get("state", "unknown")), code if isinstance(code, int) else None, failure)
