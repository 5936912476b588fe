"""Tables in text: what separates the columns, what they are called, and a line taken apart.

`dialect` looks at the first lines: comma, tab, semicolon and bar, then blanks. A table has a header of names and, as
far as lines are there, rows with the same number of cells of which one at least is a number; the last line may be torn.
Comment lines (`#`) in front are passed over, and a header that is itself a comment is one. A first column without a
name, as pandas writes its index, is called "". Prose, a table without a header and a lone column are no table.

`row` takes a line apart: blanks around a cell are padding, quotes hide separators (a cell that was never closed runs
to the end of the line), NUL bytes are dropped, cells may be of any length. Where semicolons separate, a comma in a
number is the decimal point.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from traindx.guards.numbers import number

if TYPE_CHECKING:
    from collections.abc import Sequence

DELIMITERS = (",", "\t", ";", "|")
BLANKS = " "  # the delimiter of a table whose columns are parted by any run of blanks
LOOKED_AT = 20  # rows: enough to tell a table from prose with commas
LONGEST_NAME = 200  # a header cell; a layer's name may be long, a sentence is longer
DECIMAL_COMMA = re.compile(r"[-+]?\d*,\d+(?:[eE][-+]?\d+)?")


def dialect(head_lines: Sequence[str]) -> tuple[str, list[str]] | None:
    """The delimiter and the header of the table that begins with these lines, or None."""
    lines = [line for line in head_lines if line.strip()]
    start = next((at for at, line in enumerate(lines) if not line.lstrip("\ufeff").startswith("#")), len(lines))
    heads = [lines[start:]]
    if start:
        heads.append([lines[start - 1].lstrip("\ufeff# "), *lines[start:]])
    for head in heads:
        for delimiter in (*DELIMITERS, BLANKS):
            header = _header(head, delimiter)
            if header is not None:
                return delimiter, header
    return None


def row(line: str, delimiter: str) -> list[str]:
    """The cells of a line."""
    line = line.replace("\0", "").replace("\ufeff", "")
    if delimiter == BLANKS:
        return line.split()
    if '"' in line:
        cells = _quoted(line, delimiter)
    else:
        cells = [cell.strip() for cell in line.split(delimiter)]
    if delimiter == "|" and len(cells) > 2 and not cells[0] and not cells[-1]:
        cells = cells[1:-1]
    if delimiter == ";" and "," in line:
        cells = [cell.replace(",", ".") if DECIMAL_COMMA.fullmatch(cell) else cell for cell in cells]
    return cells


def _header(head: Sequence[str], delimiter: str) -> list[str] | None:
    if not head:
        return None
    names = row(head[0], delimiter)
    rows = [row(line, delimiter) for line in head[1 : LOOKED_AT + 1] if line.strip("|+-:= \t")]
    if len(rows) > 1 or (rows and len(rows[0]) < len(names)):
        rows = rows[:-1]  # the last may be torn
    if delimiter == BLANKS and rows and all(len(cells) == len(names) + 1 for cells in rows):
        names = ["", *names]  # pandas prints its index without a name
    if not _are_names(names) or (delimiter == BLANKS and not rows):
        return None
    fitting = sum(len(cells) == len(names) and _has_number(cells) for cells in rows)
    # One row in five may be odd: a warning among the rows, a row that two writers cut.
    return names if 5 * fitting >= 4 * len(rows) else None


def _are_names(names: list[str]) -> bool:
    named = [name for name in names if name]
    if len(names) < 2 or len(named) < len(names) - 2 or len(set(named)) < len(named) or not named:
        return False
    if not all(names[1:-1]):
        return False
    return all(len(name) <= LONGEST_NAME and number(name) is None and any(map(str.isalpha, name)) for name in named)


def _has_number(cells: list[str]) -> bool:
    return any(number(cell) is not None for cell in cells) and all(len(cell) < 10_000 for cell in cells)


def _quoted(line: str, delimiter: str) -> list[str]:
    """The cells of a line with quotes. A quote opens only at the start of a cell; two of them inside are one."""
    cells: list[str] = []
    at, size = 0, len(line)
    while at <= size:
        begin = at
        while begin < size and line[begin] == " ":
            begin += 1
        if begin < size and line[begin] == '"':
            parts, begin = _unquoted(line, begin + 1)
            end = line.find(delimiter, begin)
            end = size if end < 0 else end
            cells.append(parts + line[begin:end].strip())
        else:
            end = line.find(delimiter, at)
            end = size if end < 0 else end
            cells.append(line[at:end].strip())
        at = end + 1
    return cells


def _unquoted(line: str, at: int) -> tuple[str, int]:
    """The text up to the closing quote, and where the line goes on behind it."""
    parts: list[str] = []
    while True:
        end = line.find('"', at)
        if end < 0:
            parts.append(line[at:])
            return "".join(parts), len(line)
        parts.append(line[at:end])
        if line[end + 1 : end + 2] != '"':
            return "".join(parts), end + 1
        parts.append('"')
        at = end + 2
