"""Messages that are rows of named values, each in JSON: the history and the configuration in `.wandb` files.

An item is `{1: key, 2: nested_key*, 16: value_json}`, since wandb 0.31 also with the value in a field of its own (3
none, 4 boolean, 5 integer, 6 number, 7 text, 8 json). `numbers` gives what is a number, fast; `values` gives all.
Parts of a nested key are joined by a dot, as wandb shows them.
A broken message raises `ValueError`, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from traindx.decoding import json_text
from traindx.decoding.protobuf_wire import BYTES, FIXED64, VARINT, double, fields, zigzag

ITEM, KEY, NESTED_KEY, VALUE_JSON = 1, 1, 2, 16
NONE, TRUTH, INTEGER, NUMBER, TEXT, JSON = 3, 4, 5, 6, 7, 8
ITEM_TAG, NESTED_TAG, JSON_TAG = 0x0A, 0x12, b"\x82\x01"  # as bytes, where the length behind them is one byte
BEGINS_NUMBER = frozenset(b"-0123456789")
# What JSON has no number for; older versions of wandb put it in quotes.
BEYOND = {b"NaN": float("nan"), b"Infinity": float("inf"), b"-Infinity": float("-inf")}
BEYOND |= {b'"%b"' % word: value for word, value in BEYOND.items()}
MEDIA = "_type"  # a histogram, an image, a table


def numbers(message: bytes) -> list[tuple[bytes, float]]:
    """The items whose value is a number, also those inside an item that is an object."""
    found: list[tuple[bytes, float]] = []
    at, size = 0, len(message)
    try:
        while at < size:
            length, begin = message[at + 1], at + 4
            end, middle = at + 2 + length, begin + message[at + 3]
            usual = (
                message[at] == ITEM_TAG
                and message[at + 2] == NESTED_TAG
                and length < 0x80  # then all lengths inside are one byte too
                and message[middle] == JSON_TAG[0]
                and message[middle + 1] == JSON_TAG[1]
                and middle + 3 + message[middle + 2] == end <= size
            )
            if not usual:
                return [*found, *_slowly(message[at:])]
            text = message[middle + 3 : end]
            if text[0] in BEGINS_NUMBER and b"_" not in text:
                found.append((message[begin:middle], float(text)))
            else:
                found += _numbers_of(message[begin:middle], _decoded(text))
            at = end
    except IndexError:
        return [*found, *_slowly(message[at:])]
    return found


def _slowly(message: bytes) -> Iterator[tuple[bytes, float]]:
    for path, value in values(message):
        yield from _numbers_of(".".join(path).encode("utf-8", "surrogatepass"), value)


def _numbers_of(name: bytes, value: Any) -> Iterator[tuple[bytes, float]]:
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield name, float(value)
    elif isinstance(value, dict) and MEDIA not in value:
        for key, inner in value.items():
            yield from _numbers_of(name + b"." + str(key).encode("utf-8", "surrogatepass"), inner)


def values(message: bytes) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every item as the path of its key and its value; None for a value that cannot be understood."""
    for number, wire, data in fields(message):
        if (number, wire) == (ITEM, BYTES) and isinstance(data, bytes):
            path: list[str] = []
            value: Any = None
            for kind, form, part in fields(data):
                if kind in (KEY, NESTED_KEY) and isinstance(part, bytes):
                    path.append(part.decode("utf-8", "replace"))
                else:
                    value = _value(kind, form, part, value)
            if path:
                yield tuple(path), value


def _value(kind: int, form: int, part: int | bytes, value: Any) -> Any:
    if isinstance(part, int):
        if form == VARINT and kind == INTEGER:
            return zigzag(part)
        return bool(part) if kind == TRUTH else value
    if kind in (VALUE_JSON, JSON) and form == BYTES:
        return _decoded(part)
    if (kind, form) == (NUMBER, FIXED64):
        return double(part)
    return part.decode("utf-8", "replace") if (kind, form) == (TEXT, BYTES) else value


def _decoded(text: bytes) -> Any:
    return BEYOND[text] if text in BEYOND else json_text.line(text)
