"""Rows of a table of text as they come: CSV with commas, tabs, semicolons, bars or blanks, under a line of names.

The first line that is neither empty nor a comment holds the names; where that is a line of numbers under a comment with
as many words, the comment does (`numpy.savetxt`). The separator is the first of tab, semicolon, comma and bar that the
names hold, else blanks. A later line of names replaces the names: some writers put it again when they start again.

A row whose cells do not fit the names is not guessed at but counted in `refused`. A quoted cell may hold line ends.
The line that has not ended is no row until `tail()` is asked for it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping

from traindx.decoding.lines import Lines
from traindx.decoding.naming import is_axis, series_name
from traindx.guards.limits import HEAD_BYTES
from traindx.guards.numbers import number

Row = dict[str, str]
SEPARATORS = "\t;,|"
MISSING = frozenset(("", "na", "n/a", "none", "null", "-", "--", "<na>", "nil"))
WRAPPED = re.compile(r"(?:tensor|array|np\.float\d\d)?[(\[]\s*([-+.\w]+)\s*(?:[])]|,\s*[a-z_]+=.*\))$")
DECIMAL_COMMA = re.compile(r"[-+]?\d*,\d+(?:[eE][-+]?\d+)?$", re.ASCII)
THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$", re.ASCII)
QUOTED_LINES = 20  # lines that one quoted cell may span before the quote is taken for a stray one


class Delimited:
    """A table that is read in pieces."""

    def __init__(self) -> None:
        self.names: list[str] | None = None
        self.separator: str | None = None  # None: blanks
        self.comments: list[str] = []
        self.refused = 0
        self._lines = Lines()
        self._quoted: list[str] = []  # lines of a cell whose quote is open

    def feed(self, piece: bytes) -> Iterator[Row]:
        """The rows that are complete with this piece."""
        for line in self._lines.feed(piece):
            yield from self._take(line)

    def tail(self) -> list[Row]:
        """The row of the line that has not ended, if it already has all its cells. More of the last may follow."""
        if self.names is None or self._quoted:
            return []
        rows = []
        for line in self._lines.tail():
            cells = self._cells(line)
            if cells and len(cells) == len(self.names) and not _is_header(cells):
                rows.append(dict(zip(self.names, cells, strict=True)))
        return rows

    @property
    def decimal_comma(self) -> bool:
        """Whether a comma in a number is its decimal point."""
        return self.separator != ","

    def _take(self, line: str) -> Iterator[Row]:
        whole = self._whole(line)
        if whole is None:
            return
        if self.names is None:
            self._header(whole)
            if self.names is None or not _is_numeric(self._cells(whole)):
                return
        elif whole.lstrip().startswith("#"):
            return
        yield from self._row(self._cells(whole), self.names)

    def _row(self, cells: list[str], names: list[str]) -> Iterator[Row]:
        if len(cells) > len(names) and not any(cells[len(names) :]):
            cells = cells[: len(names)]
        if _is_header(cells):
            self.names = _named(cells)
        elif len(cells) == len(names):
            yield dict(zip(names, cells, strict=True))
        else:
            self.refused += 1

    def _whole(self, line: str) -> str | None:
        """The line with those before it that a quoted cell spans; None while the quote is open."""
        if self._quoted:
            return self._closed(line)
        if not line.strip():
            return None
        if line.count('"') % 2:
            self._quoted = [line]
            return None
        return line

    def _closed(self, line: str) -> str | None:
        self._quoted.append(line)
        if sum(part.count('"') for part in self._quoted) % 2:
            if len(self._quoted) > QUOTED_LINES:
                self.refused += len(self._quoted)
                self._quoted = []
            return None
        whole, self._quoted = "\n".join(self._quoted), []
        return whole

    def _header(self, line: str) -> None:
        if line.lstrip().startswith("#"):
            if len(self.comments) < QUOTED_LINES:
                self.comments.append(line.strip())
            return
        self.separator = next((sign for sign in SEPARATORS if sign in line), None)
        cells = self._cells(line)
        if not _is_numeric(cells):
            self.names = _named(cells)
            return
        words = self._cells(self.comments[-1].lstrip("# ")) if self.comments else []
        self.names = _named(words) if len(words) == len(cells) else [""] * len(cells)

    def _cells(self, line: str) -> list[str]:
        if self.separator is None:
            return line.split()
        if '"' not in line:
            cells = line.split(self.separator)
        else:
            try:
                cells = next(csv.reader([line], delimiter=self.separator, skipinitialspace=True), [])
            except csv.Error:
                return []
        cells = [cell.strip() for cell in cells]
        if self.separator == "|" and len(cells) > 2 and not cells[0] and not cells[-1]:
            cells = cells[1:-1]
        return cells


def preview(data: bytes) -> tuple[Delimited, list[Row]]:
    """The table that begins with these bytes, and its first rows."""
    table = Delimited()
    rows = list(table.feed(data[:HEAD_BYTES]))
    return table, rows + table.tail()


def numbers(row: Mapping[str, str], *, decimal_comma: bool) -> dict[str, float]:
    """The cells of a row that hold a number; an empty cell and NA hold none, `nan` does."""
    found = {}
    for name, text in row.items():
        value = cell(text, decimal_comma=decimal_comma)
        if value is not None:
            found[name] = value
    return found


def cell(text: str, *, decimal_comma: bool) -> float | None:
    """The number in a cell, or None: `12.5%` is 12.5, `tensor(0.5)` and `[0.5]` are .5."""
    value = number(text)
    if value is not None or text.lower() in MISSING or len(text) > 80:
        return value
    text = text.strip(" \t\"'")
    if text.endswith("%"):
        text = text[:-1].rstrip()
    if wrapped := WRAPPED.match(text):
        text = wrapped[1]
    if "," in text:
        if decimal_comma and DECIMAL_COMMA.match(text):
            text = text.replace(",", ".")
        elif THOUSANDS.match(text):
            text = text.replace(",", "")
    return number(text)


def _named(cells: list[str]) -> list[str]:
    """Names without padding; of two that are the same the second gets a number, so that no column is lost."""
    names: list[str] = []
    for name in cells:
        count = 2
        unique = name
        while unique in names and unique:
            unique = f"{name}.{count}"
            count += 1
        names.append(unique)
    return names


def _is_numeric(cells: list[str]) -> bool:
    return bool(cells) and all(cell(text, decimal_comma=True) is not None for text in cells if text) and any(cells)


def _is_header(cells: list[str]) -> bool:
    """Whether a row is a line of names again: an axis and a quantity that we know, and no number."""
    if any(cell(text, decimal_comma=True) is not None for text in cells):
        return False
    return any(map(is_axis, cells)) and any(series_name(text) for text in cells if not is_axis(text))
