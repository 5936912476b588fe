"""Dictionaries that Python printed into a log, with what stands around them.

    {'loss': '0.3', 'epoch': '0.5'}                      one on a line
      1%|  | 75/6249 [08:38<11:33:05]{'loss': 0.0, ...}  behind a progress bar; its counters come with the row
    {                                                    one with a line a key
        'loss': 2.3,
    }

Which keys make a row is the reader's to say. A dictionary that is never closed is given up after some lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from traindx.decoding import literal

BAR = re.compile(r"(\d{1,12})/(\d{1,12}) \[\d{1,6}:\d\d(?::\d\d)?<")
MOST_LINES = 60  # of a dictionary with a line a key
LONGEST = 100_000  # characters of a row


class PrintedRow(NamedTuple):
    """A dictionary, the text in front of it, and the states of progress bars (done, total) in front of it."""

    row: dict[str, Any]
    before: str
    bars: list[tuple[int, int]]


class PrintedRows:
    """The rows of a log whose lines come one by one."""

    def __init__(self, keys: str) -> None:
        """`keys` are the first keys of a row, as alternatives of a regular expression."""
        self._start = re.compile(rf"\{{\s*['\"‘“](?:{keys})['\"’”]\s*:")
        self._open: list[str] = []
        self._bars: list[tuple[int, int]] = []

    def take(self, line: str) -> Iterator[PrintedRow | None]:
        """What a line completes: rows, or a None where it is a line like any other."""
        if self._open:
            yield from self._inside(line)
        elif line.strip() in ("{", "[{"):
            self._open = ["{"]
        else:
            yield from self._whole(line)

    def _whole(self, line: str) -> Iterator[PrintedRow | None]:
        found = self._start.search(line) if "{" in line else None
        row = literal.row(line[found.start() : found.start() + LONGEST]) if found else None
        if found is None or row is None:
            bars = _bars(line)
            self._bars += bars
            if not bars:
                yield None
            return
        yield self._made(row, line[: found.start() + 1], _bars(line[: found.start()]))
        self._bars = _bars(line[found.end() :])

    def _inside(self, line: str) -> Iterator[PrintedRow | None]:
        self._open.append(line[:LONGEST])
        if line.strip().rstrip(",]") == "}":
            text, self._open = " ".join(self._open).rstrip(", ]"), []
            row = literal.row(text) if self._start.match(text) else None
            if row is not None:
                yield self._made(row, "{", [])
        elif len(self._open) > MOST_LINES:
            self._open = []

    def _made(self, row: dict[str, Any], before: str, bars: list[tuple[int, int]]) -> PrintedRow:
        bars, self._bars = [*self._bars, *bars], []
        return PrintedRow(row, before, bars)


def _bars(text: str) -> list[tuple[int, int]]:
    return [(int(done), int(total)) for done, total in BAR.findall(text)]
