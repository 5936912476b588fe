"""Rows of a table of text as they come, under their names.

What separates the columns and what they are called is decided by `decoding.table` on the first lines that make a table.
A later line of names replaces the names: some writers put it again when they start again. A row whose cells do not fit
the names is not guessed at but counted in `refused`. A quoted cell may hold line ends. The line that has not ended is
no row until `tail()` is asked for it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from traindx.decoding import table
from traindx.decoding.alike import Block
from traindx.decoding.cells import cell
from traindx.decoding.line_blocks import LineBlocks, lines_of
from traindx.decoding.naming import is_axis, series_name
from traindx.decoding.number_table import numbers_of
from traindx.guards.limits import HEAD_BYTES, KIB

Row = dict[str, str]
FEWEST = 8  # lines; fewer are not worth a block
UNNAMED = re.compile(r"Unnamed: 0(?:\.\d+)?$")  # what pandas makes of its own unnamed index when it reads it again
QUOTED_LINES = 20  # lines that one quoted cell may span before the quote is taken for a stray one
PREVIEW = 16 * KIB  # enough to tell one table from another, unless its header alone is longer


class Delimited:
    """A table that is read in pieces."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.delimiter = ""
        self.comments: list[str] = []
        self.refused = 0
        self._blocks = LineBlocks()
        self._first: list[str] = []  # lines that do not make a table yet
        self._quoted: list[str] = []  # lines of a cell whose quote is open

    def feed(self, piece: bytes) -> Iterator[Row]:
        """The rows that are complete with this piece."""
        for block in self._blocks.feed(piece):
            for line in lines_of(block):
                yield from self._take(line)

    def rows(self, piece: bytes, take: Callable[[Block], bool]) -> Iterator[Row]:
        """The same rows but those that `take` takes: it is given those with a number or nothing in every cell, many at
        a time, and says whether it took them."""
        for block in self._blocks.feed(piece):
            if not isinstance(block, bytes):
                for line in block:
                    yield from self._take(line)
                continue
            at = 0
            while not self.names and at < len(block):
                end = block.find(b"\n", at) + 1
                yield from self._take(block[at : end - 1].decode("ascii"))
                at = end
            if at < len(block):
                yield from self._halved(block[at:], take)

    def _halved(self, block: bytes, take: Callable[[Block], bool]) -> Iterator[Row]:
        """The rows of lines: if not all at once, then each half. An odd line costs its neighbours little."""
        middle = block.find(b"\n", len(block) // 2) + 1
        found = None if self._quoted or not self.names else numbers_of(block, self.names, self.delimiter)
        if found is not None and take(found):
            return
        if found is not None or middle == len(block) or block.count(b"\n") < FEWEST:
            for line in lines_of(block):
                yield from self._take(line)
            return
        yield from self._halved(block[:middle], take)
        yield from self._halved(block[middle:], take)

    def tail(self) -> list[Row]:
        """The row of the line that has not ended, if it already has all its cells. More of the last may follow."""
        other = copy.copy(self)
        other._first, other._quoted = list(self._first), list(self._quoted)
        return list(other._end())

    def _end(self) -> Iterator[Row]:
        for line in self._blocks.tail():
            yield from self._take(line)

    @property
    def decimal_comma(self) -> bool:
        """Whether a comma in a number is its decimal point."""
        return self.delimiter != ","

    def _take(self, line: str) -> Iterator[Row]:
        whole = self._whole(line)
        if whole is None:
            return
        if self.names:
            if not whole.lstrip().startswith("#"):
                yield from self._row(whole)
        elif len(self._first) < table.LOOKED_AT:
            self._first.append(whole)
            yield from self._begin()

    def _begin(self) -> Iterator[Row]:
        """The rows that wait for the table to be known, once it is."""
        found = table.dialect(self._first)
        plain = [line for line in self._first if not line.lstrip().startswith("#")]
        if found is None or len(self._first) < 2 or not plain:
            return
        self.delimiter, self.names = found
        if UNNAMED.match(self.names[0]):
            self.names[0] = ""
        self.comments = [line for line in self._first if line.lstrip().startswith("#")]
        for line in plain if _has_numbers(table.row(plain[0], self.delimiter)) else plain[1:]:
            yield from self._row(line)
        self._first = []

    def _row(self, line: str) -> Iterator[Row]:
        cells, names = table.row(line, self.delimiter), self.names
        if len(cells) > len(names) and not any(cells[len(names) :]):
            cells = cells[: len(names)]
        if _is_header(cells):
            self.names = cells
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
        if line.count('"') % 2:
            whole, self._quoted = "\n".join(self._quoted), []
            return whole
        if len(self._quoted) > QUOTED_LINES:
            self.refused += len(self._quoted)
            self._quoted = []
        return None


@lru_cache(maxsize=4)
def preview(data: bytes) -> tuple[Delimited, tuple[Row, ...]]:
    """The table that begins with these bytes, and its first rows, for all who ask; nobody may change them."""
    shown = data[:PREVIEW] if data.count(b"\n", 0, PREVIEW) > table.LOOKED_AT else data[:HEAD_BYTES]
    begun = Delimited()
    return begun, (*begun.feed(shown), *begun._end())


def numbers(row: Mapping[str, str], *, decimal_comma: bool) -> dict[str, float]:
    """The cells of a row that hold a number; an empty cell and NA hold none, `nan` does."""
    found = {}
    for name, text in row.items():
        value = cell(text, decimal_comma=decimal_comma)
        if value is not None:
            found[name] = value
    return found


def _has_numbers(cells: list[str]) -> bool:
    return any(cell(text, decimal_comma=True) is not None for text in cells)


def _is_header(cells: list[str]) -> bool:
    """Whether a row is a line of names again: an axis and a quantity that we know, and no number."""
    if len(set(cells)) < len(cells) or _has_numbers(cells):
        return False
    return any(map(is_axis, cells)) and any(series_name(text) for text in cells if not is_axis(text))
