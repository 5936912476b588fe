"""One record of TensorBoard's event files: the protocol buffer `Event`, taken apart field by field.

Wall time and step, and of its summary the values that are scalars: a `simple_value`, or a `tensor` that holds one
number in any of its spellings. With each scalar comes the place where it stands in the record, so that records of the
same kind can be read without being taken apart. Histograms, images and text are passed over.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from traindx.decoding.protobuf_wire import BYTES, FIXED32, FIXED64, VARINT, fields, packed_varints, signed, varint

PLUGINS = ("", "scalars")  # values of other plugins are no curves, even where they are numbers
START = 1  # SessionLog.status
# TensorProto.dtype -> how a number stands in tensor_content
NUMBERS = {1: "<f", 2: "<d", 3: "<i", 4: "<B", 5: "<h", 6: "<b", 9: "<q", 10: "<?", 14: "<H", 17: "<H", 19: "<e",
           22: "<I", 23: "<Q"}  # fmt: skip
BFLOAT16, HALF = 14, 19
FLOAT_VAL, DOUBLE_VAL, HALF_VAL = 5, 6, 13
WHOLE_VALS = (7, 10, 11, 16, 17)  # int_val, int64_val, bool_val, uint32_val, uint64_val
UNSIGNED_VALS = (16, 17)


class Value(NamedTuple):
    """A scalar, and where it stands in its record; `form` is None where it stands in no fixed place."""

    tag: str
    number: float
    at: int = 0
    form: str | None = None


class Event(NamedTuple):
    """A record taken apart."""

    wall: float
    step: int
    values: list[Value]
    wall_at: int | None  # None where a layout cannot be made of it
    step_at: tuple[int, int]
    restart: bool
    settings: list[bytes]  # what the plugin of hyper-parameters wrote


def decoded(record: bytes) -> Event:
    """One record, field by field; `ValueError` when it is broken."""
    wall, step, wall_at, step_at = 0.0, 0, None, (0, 0)
    values: list[Value] = []
    settings: list[bytes] = []
    status = 0
    seen: list[int] = []
    for number, wire, at, end in _places(record, 0, len(record)):
        seen.append(number)
        if (number, wire) == (1, FIXED64):
            wall, wall_at = struct.unpack_from("<d", record, at)[0], at
        elif (number, wire) == (2, VARINT):
            step, step_at = signed(varint(record, at)[0]), (at, end)
        elif (number, wire) == (5, BYTES):
            for inner, kind, start, stop in _places(record, at, end):
                if (inner, kind) == (1, BYTES):
                    values += _value(record, start, stop, settings)
        elif (number, wire) == (7, BYTES):
            status = next((int(value) for key, _, value in fields(record[at:end]) if key == 1), 0)
    once = seen.count(1) == 1 and seen.count(2) <= 1
    return Event(wall, step, values, wall_at if once else None, step_at, status == START, settings)


def _value(record: bytes, at: int, end: int, settings: list[bytes]) -> Iterator[Value]:
    """The scalar that a value of a summary holds, if it is one."""
    tag, plugin, content = "", "", b""
    found: tuple[float, int, str | None] | None = None
    for number, wire, start, stop in _places(record, at, end):
        if (number, wire) == (1, BYTES):
            tag = record[start:stop].decode("utf-8", "replace")
        elif (number, wire) == (2, FIXED32):
            found = struct.unpack_from("<f", record, start)[0], start, "<f4"
        elif (number, wire) == (8, BYTES):
            found = _tensor(record, start, stop)
        elif (number, wire) == (9, BYTES):
            plugin, content = _plugin(record[start:stop])
    if plugin == "hparams":
        settings.append(content)
    elif found is not None and plugin in PLUGINS:
        yield Value(tag, *found)


def _plugin(metadata: bytes) -> tuple[str, bytes]:
    """The name and content of the plugin that a value belongs to."""
    name, content = b"", b""
    for number, wire, data in fields(metadata):
        if (number, wire) == (1, BYTES) and isinstance(data, bytes):
            for key, kind, inner in fields(data):
                if kind == BYTES and isinstance(inner, bytes):
                    name, content = (inner, content) if key == 1 else (name, inner if key == 2 else content)
    return name.decode("utf-8", "replace"), content


def _tensor(record: bytes, at: int, end: int) -> tuple[float, int, str | None] | None:
    """The only number of a tensor and where it stands; None where it holds text, or several."""
    kind, found = 0, list[tuple[float, int, str | None]]()
    content: tuple[int, int] | None = None
    for number, wire, start, stop in _places(record, at, end):
        if (number, wire) == (1, VARINT):
            kind = varint(record, start)[0]
        elif (number, wire) == (4, BYTES):
            content = start, stop
        elif number in (FLOAT_VAL, DOUBLE_VAL) and wire in (BYTES, FIXED32, FIXED64):
            form = "f" if number == FLOAT_VAL else "d"
            size = struct.calcsize(form)
            if stop - start not in (0, size):
                return None
            if stop > start:
                found.append((struct.unpack_from(f"<{form}", record, start)[0], start, f"<f{size}"))
        elif number in WHOLE_VALS or number == HALF_VAL:
            whole = [varint(record, start)[0]] if wire == VARINT else list(packed_varints(record[start:stop]))
            found += [(_whole(value, number, kind), 0, None) for value in whole]
    if content is not None and content[1] > content[0]:
        return _content(record[slice(*content)], kind, content[0])
    return found[0] if len(found) == 1 else None


def _content(data: bytes, kind: int, at: int) -> tuple[float, int, str | None] | None:
    form = NUMBERS.get(kind)
    if form is None or struct.calcsize(form) != len(data):
        return None
    if kind == BFLOAT16:
        return struct.unpack("<f", b"\0\0" + data)[0], 0, None
    exact = {"<f": "<f4", "<d": "<f8"}.get(form)
    return float(struct.unpack(form, data)[0]), at, exact


def _whole(value: int, number: int, kind: int) -> float:
    """A number out of a repeated field of varints."""
    if number == HALF_VAL:
        bits = struct.pack("<H", value & 0xFFFF)
        number_bits = (b"\0\0" + bits, "<f") if kind == BFLOAT16 else (bits, "<e")
        return float(struct.unpack(number_bits[1], number_bits[0])[0])
    return float(value if number in UNSIGNED_VALS else signed(value))


def _places(record: bytes, at: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """The fields of a message that stands in a record, as (number, wire type, first byte, end of the value)."""
    while at < end:
        key, at = varint(record, at)
        wire = key & 7
        if wire == VARINT:
            stop = varint(record, at)[1]
        elif wire == BYTES:
            length, at = varint(record, at)
            stop = at + length
        elif wire in (FIXED64, FIXED32):
            stop = at + (8 if wire == FIXED64 else 4)
        else:
            raise ValueError(f"a field has the unknown wire type {wire}")
        if stop > end:
            raise ValueError("the message ends in the middle of a field")
        yield key >> 3, wire, at, stop
        at = stop
