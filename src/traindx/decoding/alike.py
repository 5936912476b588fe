"""Rows that have the same names and nothing but numbers, column by column.

A program that logs mostly writes the same names again and again; many rows at once then cost a fraction of as many rows
one by one. What is not of this kind stays a row.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST = 8  # rows; fewer are not worth a block
NUMBERS = frozenset((int, float))


class Block(NamedTuple):
    """So many rows as columns; `rows` are the places of the numbers of a column that has not one in every row."""

    columns: dict[str, NDArray[np.float64]]
    length: int
    rows: dict[str, NDArray[np.int64]]

    def numbers(self) -> Iterator[dict[str, float]]:
        """The rows again, one by one."""
        found: list[dict[str, float]] = [{} for _ in range(self.length)]
        for name, column in self.columns.items():
            rows = self.rows[name].tolist() if name in self.rows else range(self.length)
            for row, value in zip(rows, column.tolist(), strict=True):
                found[row][name] = value
        yield from found

    def texts(self) -> Iterator[dict[str, str]]:
        """The rows again, one by one, as cells of text."""
        for row in self.numbers():
            yield {name: repr(row[name]) if name in row else "" for name in self.columns}


def alike(rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any] | Block]:
    """The rows in their order, neighbours of the same names together."""
    import numpy as np

    for names, some in itertools.groupby(rows, key=tuple):
        group = list(some)
        table = list(zip(*(row.values() for row in group), strict=True)) if len(group) >= FEWEST else []
        if table and all(NUMBERS.issuperset(map(type, column)) for column in table):
            try:
                columns = [np.array(column, dtype="<f8") for column in table]
            except OverflowError:  # an integer that is no double
                yield from group
                continue
            yield Block(dict(zip(names, columns, strict=True)), len(group), {})
        else:
            yield from group
