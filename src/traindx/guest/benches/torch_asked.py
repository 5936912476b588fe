"""Small tensors that facts ask for, gathered over all facts and read at once: the device is waited for one time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..measures import torch as measures

# A number of each row of a matrix out of so many of its columns: rows that differ nearly always differ there already.
PREFIX = 16


class Asked:
    """Numbers that will stand in rows of facts once `answered` was called."""

    def __init__(self) -> None:
        self.small: list[Any] = []
        self.put: list[Callable[[list[float]], object]] = []

    def __call__(self, small: Any, put: Callable[[list[float]], object]) -> None:
        """A small tensor or a spread, and who takes what was read of it as a list of numbers."""
        self.small.append(small)
        self.put.append(put)

    def number(self, row: dict[str, Any], word: str, small: Any, kind: Callable[[float], Any] = float) -> None:
        """One number under a word of a row."""
        self(small, lambda read: row.__setitem__(word, kind(read[0])))

    def answered(self) -> None:
        """Reads everything; what is asked for while it is handed out is read in a further turn."""
        while self.small:
            small, put = self.small, self.put
            self.small, self.put = [], []
            for read, give in zip(measures.read(small), put):
                give(read)


def equal_rows(asked: Asked, row: dict[str, Any], weight: Any, rows: int) -> None:
    """The share of the units of a weight that equal another one exactly, as `equal_rows`."""
    matrix = weight.detach().reshape(weight.shape[0], -1)[:rows]

    def once_more(read: list[float]) -> None:
        row["equal_rows"] = 1 - read[0] / len(matrix)
        if row["equal_rows"] and matrix.shape[1] > PREFIX:
            asked.number(row, "equal_rows", _different(matrix), lambda different: 1 - different / len(matrix))

    asked(_different(matrix[:, :PREFIX]), once_more)


def _different(matrix: Any) -> Any:
    """How many rows there are of which no two are equal, by a number for each row that only equal ones share."""
    import torch

    bits = (matrix.float() + 0.0).view(torch.int32).long()  # minus zero is zero
    draw = torch.Generator().manual_seed(0)  # of its own: the user's random numbers stay
    factors = torch.randint(-(2**62), 2**62, (matrix.shape[1],), generator=draw).to(matrix.device)
    keys = torch.sort((bits * factors).sum(dim=1)).values  # whole numbers that run over give the same in any order
    return 1 + torch.count_nonzero(keys[1:] != keys[:-1])
