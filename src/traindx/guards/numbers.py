"""Text to numbers, strictly.

Python's own `float` also takes underscores and the digits of every script, so that `1_0` and `١٢` turn silently into
measurements. Here a number is ASCII: digits, a point, an exponent, a sign, or one of the spellings of NaN and
infinity in any case. Blanks around it are allowed. Everything else is not a number, which is not an error.
"""

from traindx.guards.limits import MAX_NUMBER_CHARS

INT64_MIN = -(2**63)
INT64_MAX = 2**63 - 1


def number(text: str) -> float | None:
    """The value of a decimal number, `nan` or `inf`; None when the text is anything else."""
    plain = _plain(text)
    if plain is None:
        return None
    try:
        return float(plain)
    except ValueError:
        return None


def integer(text: str) -> int | None:
    """The value of a whole number without point or exponent that fits in 64 bits, else None."""
    plain = _plain(text)
    if plain is None:
        return None
    try:
        value = int(plain)
    except ValueError:
        return None
    return value if INT64_MIN <= value <= INT64_MAX else None


def step(value: object) -> int | None:
    """A step, epoch or count out of whatever a log holds: finite, whole and within 64 bits, else None."""
    if isinstance(value, str):
        whole = integer(value)
        value = number(value) if whole is None else whole
    if isinstance(value, float):
        value = int(value) if value.is_integer() else None
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return int(value) if INT64_MIN <= value <= INT64_MAX else None


def _plain(text: str) -> str | None:
    if len(text) > MAX_NUMBER_CHARS:
        text = text.strip(" \t")  # padded columns
        if len(text) > MAX_NUMBER_CHARS:
            return None
    return text if text.isascii() and "_" not in text else None
