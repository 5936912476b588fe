"""The values of one word in many rows, and where they stand."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class Column:
    """The rows are listed only where they are not one after the other: most words stand in all of them."""

    __slots__ = ("_shared", "first", "rows", "values")

    def __init__(self, first: int) -> None:
        self.first = first
        self.rows: array[int] | None = None
        self.values = array("d")
        self._shared = False  # whether a copy holds the same numbers

    def __deepcopy__(self, _: dict[int, Any]) -> Column:
        """A copy that costs nothing until one of both grows."""
        other = Column(self.first)
        other.rows, other.values = self.rows, self.values
        other._shared = self._shared = True
        return other

    def _own(self) -> None:
        if self._shared:
            self.rows, self.values = self.rows[:] if self.rows is not None else None, self.values[:]
            self._shared = False

    @property
    def last(self) -> int:
        return self.first + len(self.values) - 1 if self.rows is None else self.rows[-1]

    def append(self, row: int, value: float) -> None:
        self._own()
        if self.rows is None and row != self.last + 1:
            self._list()
        if self.rows is not None:
            self.rows.append(row)
        self.values.append(value)

    def extend(self, first: int, rows: NDArray[np.int64] | None, values: Floats) -> None:
        """Values of the given rows behind `first`, or of as many rows from there on."""
        self._own()
        if self.rows is None and (rows is not None or first != self.last + 1):
            self._list()
        if self.rows is not None and rows is not None:
            self.rows.frombytes((rows + first).astype("<i8").tobytes())
        elif self.rows is not None:
            self.rows.extend(range(first, first + len(values)))
        self.values.frombytes(values.astype("<f8").tobytes())

    def _list(self) -> None:
        self.rows = array("q", range(self.first, self.first + len(self.values)))

    def between(self, first: int, last: int) -> tuple[NDArray[np.int64] | slice, Floats]:
        """The rows from `first` on and before `last`, and their values."""
        import numpy as np

        values = np.frombuffer(self.values, dtype="<f8")
        if self.rows is None:
            first, last = (min(max(bound - self.first, 0), len(values)) for bound in (first, last))
            return slice(self.first + first, self.first + max(first, last)), values[first:last]
        rows = np.frombuffer(self.rows, dtype="<i8")
        first, last = np.searchsorted(rows, (first, last)).tolist()
        return rows[first:last], values[first:last]

    def along(self, axis: Floats) -> Floats:
        """What stands on the axis at the rows of this word."""
        rows, _ = self.between(0, len(axis))
        return axis[rows]
