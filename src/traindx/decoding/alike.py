"""Rows that have the same names and nothing but numbers, column by column.

A program that logs mostly writes the same names again and again; many rows at once then cost a fraction of as many rows
one by one. What is not of this kind stays a row.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    texts: frozenset[str] = frozenset()  # columns that also hold what is no number; they need not be in `columns`
    given: Sequence[Mapping[str, Any]] = ()  # the rows, where the block was made of rows

    def covered(self, words: Iterable[str]) -> bool:
        """Whether each row has a number in one of these columns."""
        import numpy as np

        there = np.zeros(self.length, dtype=bool)
        for word in words:
            if word not in self.rows:
                return True
            there[self.rows[word]] = True
        return bool(there.all())

    def without(self, words: Iterable[str]) -> Block:
        """The block without these columns."""
        left = set(words)
        return self._replace(columns={word: column for word, column in self.columns.items() if word not in left})

    def renamed(self, old: str, new: str) -> Block:
        """The block with a column under another name."""
        columns = {new if word == old else word: column for word, column in self.columns.items()}
        rows = {new if word == old else word: places for word, places in self.rows.items()}
        return self._replace(columns=columns, rows=rows)

    def numbers(self) -> Iterator[Mapping[str, Any]]:
        """The rows again, one by one."""
        if self.given:
            yield from self.given
            return
        found: list[dict[str, float]] = [{} for _ in range(self.length)]
        for name, column in self.columns.items():
            rows = self.rows[name].tolist() if name in self.rows else range(self.length)
            for row, value in zip(rows, column.tolist(), strict=True):
                found[row][name] = value
        yield from found


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
            yield Block(dict(zip(names, columns, strict=True)), len(group), {}, given=group)
        else:
            yield from group
