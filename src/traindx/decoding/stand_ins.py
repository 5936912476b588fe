"""Numbers in the place of what JSON has no number for, while a parser of JSON reads many at once.

A stand-in begins with a sign and ends with a blank, so that it is no number together with what stands before or behind
it; and it is only believed where as many come out as were put in, for somebody may log that very number. With a small
exponent they are parsed fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAN, INFINITY = float("nan"), float("inf")
# What is written, a byte that tells whether to look for it, what stands for it, and what it means.
OF_JSON = ((b"NaN", b"N", b"-7.0513e19 ", NAN), (b"-Infinity", b"I", b"-7.1513e19 ", -INFINITY),
           (b"Infinity", b"I", b"-7.2513e19 ", INFINITY))  # fmt: skip
OF_TABLES = ((b"nan", b"n", b"-7.0513e19 ", NAN), (b"NaN", b"N", b"-7.3513e19 ", NAN),
             (b"-inf", b"f", b"-7.1513e19 ", -INFINITY), (b"inf", b"f", b"-7.2513e19 ", INFINITY))  # fmt: skip

Words = tuple[tuple[bytes, bytes, bytes, float], ...]
Put = list[tuple[float, float, int]]  # the number, what it means, how many


def put_in(text: bytes, words: Words) -> tuple[bytes, Put]:
    """The text with numbers for words, and what was put."""
    put: Put = []
    for word, mark, number, meant in words:
        if mark in text:
            size = len(text)
            text = text.replace(word, number)
            count = (len(text) - size) // (len(number) - len(word))
            put += [(float(number), meant, count)] if count else []
    return text, put


def taken_out(columns: Iterable[NDArray[np.float64]], put: Put) -> bool:
    """Gives the numbers that were put in their meaning; False where it cannot be told which they are."""
    import numpy as np

    columns = list(columns)
    for number, meant, count in put:
        places = [np.flatnonzero(column == number) for column in columns]
        if sum(map(len, places)) != count:
            return False
        for column, where in zip(columns, places, strict=True):
            column[where] = meant
    return True
