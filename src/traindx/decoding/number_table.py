"""Many lines of a table at once.

The cells are parsed as one list of JSON numbers, several times as fast as one by one; where that is refused they may
still be numbers as Python writes them, or there are columns of texts among the others. What comes out is what comes out
cell by cell; None where lines do not fit the names or are more than cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from traindx.decoding.alike import Block
from traindx.decoding.cells import cell
from traindx.decoding.stand_ins import OF_TABLES, put_in, taken_out
from traindx.guards.limits import MAX_NUMBER_CHARS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DELIMITERS = (",", ";", "|", "\t")
COMMA, LINE_FEED = b",\n"
NEGATIVE_ZERO = re.compile(rb"-0(?![\d.eE])")  # in JSON an integer, and no integer is negative and zero


def numbers_of(block: bytes, names: Sequence[str], delimiter: str) -> Block | None:
    """The columns of lines that each end in a line feed, where one column at least has a number in every line."""
    import numpy as np

    if delimiter not in DELIMITERS:
        return None
    if delimiter != ",":
        if b"," in block or block[:1] == b"|" or b"\n|" in block:  # a decimal comma; a line in a frame
            return None
        block = block.replace(delimiter.encode(), b",")
    octets = np.frombuffer(block, dtype="u1")
    ends = np.flatnonzero((octets == COMMA) | (octets == LINE_FEED))
    lines = block.count(b"\n")
    if len(ends) != lines * len(names) or not bool((octets[ends[len(names) - 1 :: len(names)]] == LINE_FEED).all()):
        return None
    steps = ends[1:] - ends[:-1]  # one more than the size of the cell
    if max(int(ends[0]), int(steps.max())) > MAX_NUMBER_CHARS:
        return None
    there = np.append(ends[:1] > 0, steps > 1)
    whole = bool(there.all())
    if not whole:
        if not there.reshape(lines, -1).all(axis=0).any():
            return None
        kept = np.ones(len(octets), dtype=bool)
        kept[ends[~there]] = False
        block = octets[kept].tobytes()
    cells = block[:-1].replace(b"\n", b",")
    values = _values(cells)
    if values is not None:
        return _block(values, None if whole else there, names)
    if b'"' in cells or b"#" in cells:  # a quote may hide a line feed; a comment is no row
        return None
    return _by_column(cells.decode("ascii").split(","), None if whole else there, names, decimal_comma=delimiter != ",")


def _block(values: Floats, there: NDArray[np.bool_] | None, names: Sequence[str]) -> Block:
    import numpy as np

    width = len(names)
    if there is None:
        return Block(dict(zip(names, values.reshape(-1, width).T, strict=True)), len(values) // width, {})
    columns: dict[str, Floats] = {}
    rows: dict[str, NDArray[np.int64]] = {}
    table = np.empty(len(there))
    table[there] = values
    for at, name in enumerate(names):
        column, known = table[at::width], there[at::width]
        if not known.all():
            rows[name] = np.flatnonzero(known)
            column = column[rows[name]]
        columns[name] = column
    return Block(columns, len(there) // width, rows)


def _by_column(
    cells: list[str], there: NDArray[np.bool_] | None, names: Sequence[str], *, decimal_comma: bool
) -> Block | None:
    """The same where some columns hold texts, which are told."""
    import numpy as np

    width = len(names)
    if there is not None:
        filled = iter(cells)
        cells = [next(filled) if known else "" for known in there.tolist()]
    columns: dict[str, Floats] = {}
    rows: dict[str, NDArray[np.int64]] = {}
    texts: set[str] = set()
    for at, name in enumerate(names):
        column = cells[at::width]
        values = _values(",".join(column).encode("ascii"))
        if values is None:
            known = {text: cell(text.strip(), decimal_comma=decimal_comma) for text in dict.fromkeys(column)}
            found = [known[text] for text in column]
            values = np.array([value for value in found if value is not None], dtype="<f8")
            if len(values) < len(column):
                rows[name] = np.array([row for row, value in enumerate(found) if value is not None], dtype="<i8")
            texts |= {name} if any(value is None and text.strip() for text, value in known.items()) else set()
        if len(values):
            columns[name] = values
    if all(name in rows for name in names):
        return None
    rows = {name: places for name, places in rows.items() if name in columns}
    return Block(columns, len(cells) // width, rows, frozenset(texts))


def _values(cells: bytes) -> Floats | None:
    if b"_" in cells:  # `float` takes an underscore, and a table does not mean it
        return None
    values = _as_json(cells)
    return _as_python(cells) if values is None else values


def _as_json(cells: bytes) -> Floats | None:
    import msgspec
    import numpy as np

    if b"-0" in cells and NEGATIVE_ZERO.search(cells):
        return None
    cells, put = put_in(cells, OF_TABLES)
    try:
        found = msgspec.json.decode(b"[%b]" % cells, type=list[float])
    except msgspec.DecodeError:
        return None
    values = np.fromiter(found, "<f8", len(found))
    return values if taken_out([values], put) else None


def _as_python(cells: bytes) -> Floats | None:
    import numpy as np

    try:
        return np.array(list(map(float, cells.split(b","))), dtype="<f8")
    except ValueError:
        return None
