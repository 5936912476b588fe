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


Bar = tuple[int, int]  # done, total


class PrintedRow(NamedTuple):
    """A dictionary, the text in front of it, and the state of the progress bar in front of it."""

    row: dict[str, Any]
    before: str
    bar: Bar | None


class PrintedRows:
    """The rows of a log whose lines come one by one."""

    def __init__(self, keys: str) -> None:
        """`keys` are the first keys of a row, as alternatives of a regular expression."""
        self._start = re.compile(rf"\{{\s*['\"‘“](?:{keys})['\"’”]\s*:")
        self._open: list[str] = []
        self.bar: Bar | None = None  # of the lines since the last row

    @property
    def inside(self) -> bool:
        """Whether a dictionary has begun that has a line a key."""
        return bool(self._open)

    def take(self, line: str) -> Iterator[PrintedRow | None]:
        """What a line completes: rows, or a None where it is a line like any other."""
        if self._open:
            yield from self._inside(line)
        elif opens(line):
            self._open = ["{"]
        else:
            found, bar = self.alone(line)
            if found:
                yield found._replace(bar=longer(self.bar, found.bar))
                self.bar = bar
            elif bar:
                self.bar = longer(self.bar, bar)
            else:
                yield None

    def alone(self, line: str) -> tuple[PrintedRow | None, Bar | None]:
        """The row that a line holds, and the bar behind it; without a row the bar that the line shows."""
        found = self._start.search(line) if "{" in line else None
        row = literal.row(line[found.start() : found.start() + LONGEST]) if found else None
        if found is None or row is None:
            return None, _bar(line)
        before = line[: found.start()]
        return PrintedRow(row, before + "{", _bar(before)), _bar(line[found.end() :])

    def _inside(self, line: str) -> Iterator[PrintedRow | None]:
        self._open.append(line[:LONGEST])
        if line.strip().rstrip(",]") == "}":
            text, self._open = " ".join(self._open).rstrip(", ]"), []
            row = literal.row(text) if self._start.match(text) else None
            if row is not None:
                bar, self.bar = self.bar, None
                yield PrintedRow(row, "{", bar)
        elif len(self._open) > MOST_LINES:
            self._open = []


def opens(line: str) -> bool:
    """Whether a dictionary begins that has a line a key."""
    return line.strip() in ("{", "[{")


def longer(bar: Bar | None, next_bar: Bar | None) -> Bar | None:
    """The later of two states; a bar with a smaller total is another one: of an evaluation, of a download."""
    return bar if next_bar is None or (bar is not None and next_bar[1] < bar[1]) else next_bar


def _bar(text: str) -> Bar | None:
    """The last state of the longest bar that a text shows."""
    if "[" not in text:
        return None
    found: Bar | None = None
    for done, total in BAR.findall(text):
        found = longer(found, (int(done), int(total)))
    return found
