"""Rows of named numbers that each have a step and a time of the clock, kept by column.

Where every row also tells a step of its own that never falls, that is the axis: the count of the log then only counts
its rows.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

from traindx.decoding.column import Column
from traindx.decoding.event_log import Points
from traindx.decoding.naming import is_axis
from traindx.guards.limits import MAX_SERIES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EXACT = 2.0**53  # up to here every whole number is a double


class KeyedRows:
    """Rows as they come; `points()` at any time gives them by name."""

    def __init__(self) -> None:
        self._steps, self._wall = array("q"), array("d")
        self._columns: dict[bytes, Column] = {}

    def __len__(self) -> int:
        return len(self._steps)

    def add(self, step: int, wall: float, row: Iterable[tuple[bytes, float]]) -> None:
        """One row; a row without a number is none."""
        number = len(self._steps)
        kept = False
        for name, value in row:
            column = self._columns.get(name)
            if column is None:
                if len(self._columns) >= MAX_SERIES:
                    continue
                column = self._columns[name] = Column(number)
            column.append(number, value)
            kept = True
        if kept:
            self._steps.append(step)
            self._wall.append(wall)

    def points(self) -> dict[str, Points]:
        """Every column with the steps and times of its rows, by name."""
        import numpy as np

        steps, wall = self._axis(), np.array(self._wall, dtype="<f8")
        points: dict[str, Points] = {}
        for name, column in sorted(self._columns.items(), key=lambda item: item[0]):
            rows, values = column.between(0, len(steps))
            points[name.decode("utf-8", "replace")] = Points(steps[rows], values.copy(), wall[rows])
        return points

    def _axis(self) -> NDArray[np.int64]:
        import numpy as np

        steps = np.array(self._steps, dtype="<i8")
        for name, column in sorted(self._columns.items(), key=lambda item: item[0]):
            _, own = column.between(0, len(steps))
            if is_axis(name.decode("utf-8", "replace")) != "step" or len(own) != len(steps):
                continue
            if bool((np.abs(own) < EXACT).all()) and own[-1] > own[0] and bool((np.diff(own) >= 0).all()):
                return own.astype("<i8")
        return steps
