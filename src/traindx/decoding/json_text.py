"""JSON as training programs write it.

`document` reads a whole text, `line` one line of a file of JSON lines. Beyond the standard: `NaN`, `Infinity` and
`-Infinity` are values, control characters may stand in strings, a byte-order mark and UTF-16 are understood, bytes
that are no UTF-8 become U+FFFD, a lone surrogate stays what it is. An integer of 20 digits or more becomes the
nearest double, so that every number can be used as one. Of a key that occurs twice the last value counts;
`duplicate_keys` counts them for those who want to tell.

`document` raises `Refused` and nothing else; `line` gives None for whatever is not a JSON value, a torn line too.
"""

import codecs
import json
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import msgspec

from traindx.guards.limits import MAX_DEPTH, MAX_FILE_BYTES, MAX_LINE, MAX_NODES
from traindx.guards.refusal import Refused

# Digits become zeros, and all that may stand in front of a whole number a blank: digits behind a point are no integer.
_DIGITS_TO_ZERO = bytes.maketrans(b"123456789:,[-\t\r\n", b"000000000       ")
_LONG_INTEGER = b"0" * 20  # 19 digits are the most that always fit in 64 bits
_NAN, _MARK = b"NaN", b'"@NaN@"'  # what stands for it while a parser of the standard reads the text
_NO_BRACKETS_NOR_QUOTES = bytes(set(range(256)) - set(b'[]{}"'))
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_MALFORMED = (ValueError, RecursionError, MemoryError)  # what msgspec raises is a ValueError


def document(data: bytes | str) -> object:
    """The value of a JSON text; raises `Refused` when it is none, or too large or too deep to be read safely."""
    if len(data) > MAX_FILE_BYTES:
        raise Refused(f"the JSON text is larger than {MAX_FILE_BYTES:,} bytes", "cut it into JSON lines")
    raw = _utf8(data)
    _must_be_moderate(raw)
    try:
        return _decode(raw)
    except _MALFORMED as error:
        raise Refused(f"this is not JSON ({_reason(error)})", "check whether the file was written to its end") from None


def line(data: bytes | str) -> object | None:
    """The value of one line, or None when the line is blank, torn, over-long, too deep or no JSON at all."""
    if len(data) > MAX_LINE:
        return None
    raw = _utf8(data)
    try:
        return None if _too_deep(raw) else _decode(raw)
    except _MALFORMED:
        return None


def flat_objects(lines: list[str]) -> list[dict[str, object]] | None:
    """What `line` gives for each of many lines, where all are objects without anything nested; None for others.

    Bare NaN counts as a value here too; lines that hold another thing beyond the standard are others.
    """
    # An object that begins with its line and is closed by the end of it cannot go on in the next, which begins with
    # another: as many values as lines are one of each.
    if not all(line[:1] == "{" and line[-1:] == "}" and len(line) <= MAX_LINE for line in lines):
        return None
    text = "\n".join(lines)
    if "[" in text or text.count("{") != len(lines) or not text.isascii():
        return None
    raw = text.encode("ascii")
    if _has_long_integer(raw):
        return None
    try:
        found = _strict(raw, msgspec.json.Decoder(dict[str, object]).decode_lines)
    except _MALFORMED:
        return None
    return found if isinstance(found, list) and len(found) == len(lines) else None


def duplicate_keys(data: bytes | str) -> int:
    """How many keys of a readable JSON text stand in an object that already has them."""
    found = 0

    def pairs(items: list[tuple[str, object]]) -> None:
        nonlocal found
        found += len(items) - len({key for key, _ in items})

    raw = _utf8(data)
    _must_be_moderate(raw)
    try:
        json.JSONDecoder(object_pairs_hook=pairs, parse_int=_integer, strict=False).decode(_text(raw))
    except _MALFORMED as error:
        raise Refused(f"this is not JSON ({_reason(error)})", "check whether the file was written to its end") from None
    return found


def _decode(raw: bytes) -> object:
    if not _has_long_integer(raw):
        try:
            return _strict(raw, msgspec.json.decode)
        except _MALFORMED:
            pass  # the standard library understands more
    return _LENIENT.decode(_text(raw))


def _has_long_integer(raw: bytes) -> bool:
    zeros = raw.translate(_DIGITS_TO_ZERO)
    return zeros.startswith(_LONG_INTEGER) or b" " + _LONG_INTEGER in zeros


def _strict(raw: bytes, decode: Callable[[bytes], object]) -> object:
    """What a parser of the standard reads, which is fast; NaN where it is bare."""
    if _NAN not in raw or _MARK[1:-1] in raw:
        return decode(raw)
    # Within a text or a name the mark's quote ends it too early, and no parser takes what follows.
    value = decode(raw.replace(_NAN, _MARK))
    mark, nan = _MARK[1:-1].decode(), float("nan")
    holder = [value]
    waiting: list[Any] = [holder]
    while waiting:
        one = waiting.pop()
        for place, inner in one.items() if isinstance(one, dict) else enumerate(one):
            if isinstance(inner, (dict, list)):
                waiting.append(inner)
            elif inner == mark:
                one[place] = nan
    return holder[0]


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < len(_LONG_INTEGER) else float(digits)


_LENIENT = json.JSONDecoder(parse_int=_integer, strict=False)


def _utf8(data: bytes | str) -> bytes:
    if isinstance(data, str):
        return data.encode("utf-8", "surrogatepass").removeprefix(codecs.BOM_UTF8)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace").encode("utf-8", "surrogatepass")
    return data.removeprefix(codecs.BOM_UTF8)


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "replace")


def _must_be_moderate(raw: bytes) -> None:
    if _too_deep(raw):
        raise Refused(f"the JSON text is nested deeper than {MAX_DEPTH} levels", "check that it is a training log")
    # An upper bound: commas and brackets inside strings count too.
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > MAX_NODES:
        raise Refused(f"the JSON text holds more than {MAX_NODES:,} values", "cut it into JSON lines")


def _too_deep(raw: bytes) -> bool:
    """Measured before any parser sees the text: 100,000 brackets exhaust the stack of a recursive one."""
    if raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return False
    # Escapes first, then everything but brackets and quotes, then what stands between quotes.
    plain = raw.replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, _NO_BRACKETS_NOR_QUOTES)
    outside = b"".join(plain.split(b'"')[::2])
    return max(accumulate(map(_STEPS.__getitem__, outside)), default=0) > MAX_DEPTH


def _reason(error: BaseException) -> str:
    return str(error).splitlines()[0][:100] if str(error) else type(error).__name__
