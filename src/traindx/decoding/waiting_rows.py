"""Rows that wait until it is known what they belong to, which may be never: held in little memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

MOST_KINDS = 100  # of names together: groups of parameters seldom change


class WaitingRows:
    """Numbers, and which names each few of them belong to."""

    def __init__(self) -> None:
        self._words: dict[tuple[str, ...], int] = {}
        self._kinds, self._values = array("H"), array("d")

    def __bool__(self) -> bool:
        return bool(self._kinds)

    def add(self, row: dict[str, float]) -> None:
        words = tuple(row)
        if words in self._words or len(self._words) < MOST_KINDS:
            self._kinds.append(self._words.setdefault(words, len(self._words)))
            self._values.extend(row.values())

    def rows(self) -> Iterator[dict[str, float]]:
        kinds, at = list(self._words), 0
        for kind in self._kinds:
            words = kinds[kind]
            yield dict(zip(words, self._values[at : at + len(words)], strict=True))
            at += len(words)
