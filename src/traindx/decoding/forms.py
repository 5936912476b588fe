"""Rows of the same names, taken as texts and turned into numbers many at once.

A row of a form costs its reader three short steps: `texts += ...`, `at.append(...)` with the number of the row, and
counting the row. What has been gathered so is taken over from time to time, column by column, in the order of the rows.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

Key = tuple[str, str | None, int | None]  # word, split, rank
Target = Key | str  # a column, or what the number counts
MOST = 10_000  # forms: a log that says so many different things is noise


class Place(NamedTuple):
    """Where a number goes, and what it is multiplied by."""

    target: Target
    scale: float


class Form:
    """Rows of the same names."""

    __slots__ = ("at", "places", "texts")

    def __init__(self, places: Sequence[Place | None]) -> None:
        self.places = places  # of each text of a row, None for a text that is not kept
        self.texts: list[str | float] = []
        self.at = array("q")  # the rows

    def taken(self) -> Iterator[tuple[Target, Integers, Floats]]:
        """What has come since the last time."""
        import numpy as np

        rows = np.array(self.at, dtype="<i8")
        try:
            numbers = np.array(list(map(float, self.texts)))
        except ValueError:  # "1,234"
            numbers = np.array([float(one.replace(",", "")) if isinstance(one, str) else one for one in self.texts])
        table = numbers.reshape(len(rows), len(self.places))
        self.texts, self.at = [], array("q")
        for index, place in enumerate(self.places):
            if place is not None:
                yield place.target, rows, table[:, index] * place.scale


class Forms:
    """What has been gathered of all forms, and of single rows between them."""

    def __init__(self) -> None:
        self.forms: list[Form] = []
        self._single: dict[Target, tuple[array[int], array[float]]] = {}

    def form(self, places: Sequence[Place | None]) -> Form | None:
        """Another form, None where there are too many."""
        if len(self.forms) >= MOST:
            return None
        self.forms.append(Form(places))
        return self.forms[-1]

    def add(self, target: Target, row: int, value: float) -> bool:
        """One number of a single row; False, and nothing was done, where the row has one."""
        rows, values = self._single.setdefault(target, (array("q"), array("d")))
        if rows and rows[-1] == row:
            return False
        rows.append(row)
        values.append(value)
        return True

    def taken(self) -> Iterator[tuple[Target, Integers, Floats]]:
        """All that has come since the last time, once for each target, in the order of the rows."""
        import numpy as np

        parts: dict[Target, list[tuple[Integers, Floats]]] = {}
        for form in self.forms:
            for target, rows, values in form.taken() if form.at else ():
                parts.setdefault(target, []).append((rows, values))
        for target, (at, numbers) in self._single.items():
            parts.setdefault(target, []).append((np.array(at, dtype="<i8"), np.array(numbers, dtype="<f8")))
        self._single = {}
        for target, some in parts.items():
            rows, values = (np.concatenate(one) for one in zip(*some, strict=True))
            order = np.argsort(rows, kind="stable") if len(some) > 1 else slice(None)
            yield target, rows[order], values[order]
