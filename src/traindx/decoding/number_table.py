"""Lines of a table that hold nothing but numbers and empty cells, all at once.

The cells are parsed as one list of JSON numbers, several times as fast as one by one; where that is refused they may
still be numbers as Python writes them. What comes out is what comes out cell by cell; None for all other lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from traindx.decoding.alike import Block
from traindx.guards.limits import MAX_NUMBER_CHARS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DELIMITERS = (",", ";", "|", "\t")
COMMA, LINE_FEED = b",\n"
NEGATIVE_ZERO = re.compile(rb"-0(?![\d.eE])")  # in JSON an integer, and no integer is negative and zero
# Numbers for what JSON has none for, as long as nobody logs them. With a small exponent they are parsed fast.
STANDS_FOR = ((b"nan", b"7.0513e19", float("nan")), (b"NaN", b"7.1513e19", float("nan")),
              (b"inf", b"7.2513e19", float("inf")))  # fmt: skip


def numbers_of(block: bytes, names: Sequence[str], delimiter: str) -> Block | None:
    """The columns of lines that each end in a line feed, where one column at least has a number in every line."""
    import numpy as np

    if delimiter not in DELIMITERS or b"_" in block:  # `float` takes an underscore, and a table does not mean it
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
    values = _as_json(cells)
    values = _as_python(cells) if values is None else values
    return None if values is None else _block(values, None if whole else there, names)


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


def _as_json(cells: bytes) -> Floats | None:
    import msgspec
    import numpy as np

    if b"-0" in cells and NEGATIVE_ZERO.search(cells):
        return None
    meant: list[tuple[float, float, int]] = []
    for word, text, value in STANDS_FOR:
        if word[:1] in cells:
            size = len(cells)
            cells = cells.replace(word, text)
            meant.append((float(text), value, (len(cells) - size) // (len(text) - len(word))))
    try:
        found = msgspec.json.decode(b"[%b]" % cells, type=list[float])
    except msgspec.DecodeError:
        return None
    values = np.fromiter(found, "<f8", len(found))
    for number, value, count in meant:
        where = np.flatnonzero(np.abs(values) == number)
        if len(where) != count or (value != value and bool((values[where] < 0).any())):
            return None
        values[where] = np.copysign(value, values[where])
    return values


def _as_python(cells: bytes) -> Floats | None:
    import numpy as np

    try:
        return np.array(list(map(float, cells.split(b","))), dtype="<f8")
    except ValueError:
        return None
