"""The wire format of protocol buffers, without any schema.

A message is a row of fields; each is a number, a wire type and a value. `fields` gives them in file order:

| wire type         | value                                                                    |
|-------------------|--------------------------------------------------------------------------|
| `VARINT` (0)      | an unsigned integer below 2**64; see `signed` and `zigzag`               |
| `FIXED64` (1)     | its 8 bytes, for `double`                                                |
| `BYTES` (2)       | a slice: text, bytes, packed numbers or a message, to be taken apart again |
| `FIXED32` (5)     | its 4 bytes, for `float32`                                               |

Slices are of the kind that was given: `bytes` is the fastest for small messages, `memoryview` copies nothing.
A cut or broken message gives every field before the damage and then raises `ValueError`, and nothing else.
"""

import struct
from collections.abc import Iterator
from typing import TypeVar

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5

View = TypeVar("View", bytes, memoryview)

_DOUBLE = struct.Struct("<d")
_FLOAT = struct.Struct("<f")
_TOO_SHORT = "the message ends in the middle of a field"


def varint(view: bytes | memoryview, at: int) -> tuple[int, int]:
    """The integer that starts at `at`, and the place after it; `ValueError` when it is cut or longer than 10 bytes."""
    value = shift = 0
    for place in range(at, min(at + 10, len(view))):
        byte = view[place]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, place + 1
        shift += 7
    raise ValueError("an integer is longer than 10 bytes" if shift == 70 else _TOO_SHORT)


def fields(view: View) -> Iterator[tuple[int, int, int | View]]:
    """The fields of one message as (number, wire type, value)."""
    at, size = 0, len(view)
    value: int | View
    while at < size:
        key = view[at]
        at += 1
        if key > 0x7F:
            key, at = varint(view, at - 1)
        wire_type = key & 7
        if wire_type == VARINT:
            value, at = varint(view, at)
            yield key >> 3, VARINT, value
            continue
        if wire_type == BYTES:
            if at < size and view[at] < 0x80:  # most lengths are one byte
                end = at + 1 + view[at]
                at += 1
            else:
                length, at = varint(view, at)
                end = at + length
        elif wire_type == FIXED64:
            end = at + 8
        elif wire_type == FIXED32:
            end = at + 4
        else:
            raise ValueError(f"a field has the unknown wire type {wire_type}")
        if end > size:
            raise ValueError(_TOO_SHORT)
        yield key >> 3, wire_type, view[at:end]
        at = end


def packed_varints(view: bytes | memoryview) -> Iterator[int]:
    """The integers of a packed repeated field; `ValueError` when the last one is cut."""
    at, size = 0, len(view)
    while at < size:
        value, at = varint(view, at)
        yield value


def double(view: bytes | memoryview) -> float:
    """The value of a `FIXED64` field that holds a double; `ValueError` when it has not 8 bytes."""
    if len(view) != 8:
        raise ValueError("a double must have 8 bytes")
    value: float = _DOUBLE.unpack(view)[0]
    return value


def float32(view: bytes | memoryview) -> float:
    """The value of a `FIXED32` field that holds a float; `ValueError` when it has not 4 bytes."""
    if len(view) != 4:
        raise ValueError("a float must have 4 bytes")
    value: float = _FLOAT.unpack(view)[0]
    return value


def signed(value: int) -> int:
    """A varint read as int32 or int64: two's complement in 64 bits."""
    return value - 2**64 if value >= 2**63 else value


def zigzag(value: int) -> int:
    """A varint read as sint32 or sint64."""
    return (value >> 1) ^ -(value & 1)
