"""The lines of a log many at a time, as bytes where nothing in them needs cleaning.

What a line is says `decoding.lines`. Most logs are ASCII with plain line ends; a block of their lines is handed on as
it stands, each line with its end, and can be parsed at once. Every other block comes as the list of its lines.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from traindx.decoding.lines import LONGEST, SNIFFED, Lines, encoding
from traindx.guards.limits import KIB

BLOCK = 128 * KIB  # what is parsed at once takes several times its size, and shall be little beside the arrays
CLEANED = (b"\r", b"\b", b"\0", b"\x1b")


class LineBlocks:
    """The blocks of a log that is read in pieces."""

    def __init__(self) -> None:
        self._lines = Lines()
        self._fed = b""  # the first bytes that `Lines` was given: it knows the encoding by them
        self._open = False  # `Lines` holds a line that has not ended
        self._rest: list[bytes] = []  # what no line feed has ended

    def feed(self, piece: bytes) -> Iterator[bytes | list[str]]:
        """The lines that are complete with this piece."""
        for first in range(0, len(piece), BLOCK):
            part = piece[first : first + BLOCK]
            end = part.rfind(b"\n") + 1
            if end:
                block = b"".join([*self._rest, part[:end]])
                self._rest = [part[end:]] if end < len(part) else []
                first_line = block.find(b"\n", SNIFFED) + 1 if len(self._fed) < SNIFFED else 0
                if first_line:
                    yield self._cleaned(block[:first_line])
                if first_line < len(block):
                    yield self._taken(block[first_line:])
            elif part:
                self._rest.append(part)
            if self._rest and (self._ends_otherwise() or sum(map(len, self._rest)) > LONGEST):
                block, self._rest = b"".join(self._rest), []
                yield self._cleaned(block)

    def _ends_otherwise(self) -> bool:
        """Whether a carriage return or a backspace ends a line; one that is the last byte may belong to a line feed."""
        before = self._rest[-2][-1:] if len(self._rest) > 1 else b""
        return any(mark in before + self._rest[-1][:-1] for mark in (b"\r", b"\b"))

    def tail(self) -> list[str]:
        """What has come of the line that has not ended; more of it may follow."""
        if not self._rest:
            return self._lines.tail()
        lines = copy.deepcopy(self._lines)
        return [*lines.feed(b"".join(self._rest)), *lines.tail()]

    def _taken(self, block: bytes) -> bytes | list[str]:
        if len(self._fed) < SNIFFED or self._open or len(block) > LONGEST or not block.isascii():
            return self._cleaned(block)
        plain = block.replace(b"\r\n", b"\n") if b"\r" in block else block
        if any(mark in plain for mark in CLEANED) or encoding(self._fed) != "utf-8":
            return self._cleaned(block)
        return plain

    def _cleaned(self, block: bytes) -> list[str]:
        self._fed += block[: SNIFFED - len(self._fed)]
        self._open = not block.endswith(b"\n")
        return self._lines.feed(block)


def lines_of(block: bytes | list[str]) -> list[str]:
    """The lines of a block."""
    return block.decode("ascii").split("\n")[:-1] if isinstance(block, bytes) else block
