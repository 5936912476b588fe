import math
import struct

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traindx.decoding.protobuf_wire import (
    BYTES,
    FIXED32,
    FIXED64,
    VARINT,
    double,
    fields,
    float32,
    packed_varints,
    signed,
    varint,
    zigzag,
)

fuzz = settings(derandomize=True, deadline=None, database=None, max_examples=500)


def encoded(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def message(rows):
    out = b""
    for number, wire_type, value in rows:
        out += encoded(number << 3 | wire_type)
        if wire_type == VARINT:
            out += encoded(value)
        else:
            out += (encoded(len(value)) if wire_type == BYTES else b"") + value
    return out


NUMBERS = st.integers(1, 40) | st.integers(1, 2**29 - 1)
ROWS = st.lists(
    st.tuples(NUMBERS, st.just(VARINT), st.integers(0, 2**64 - 1))
    | st.tuples(NUMBERS, st.just(BYTES), st.binary(max_size=300))
    | st.tuples(NUMBERS, st.just(FIXED64), st.binary(min_size=8, max_size=8))
    | st.tuples(NUMBERS, st.just(FIXED32), st.binary(min_size=4, max_size=4)),
    max_size=8,
)


def until_damage(data):
    found = []
    try:
        for field in fields(data):
            found.append(field)
    except ValueError:
        return found, True
    return found, False


@fuzz
@given(ROWS)
def test_every_message_comes_back(rows):
    data = message(rows)
    assert list(fields(data)) == rows
    assert list(fields(memoryview(data))) == rows


@fuzz
@given(ROWS, st.data())
def test_a_cut_message_gives_what_stands_before_the_cut(rows, data):
    whole = message(rows)
    cut = data.draw(st.integers(0, len(whole)))
    found, damaged = until_damage(whole[:cut])
    assert found == rows[: len(found)]
    assert damaged is (cut != len(message(rows[: len(found)])))


@fuzz
@given(st.binary(max_size=80))
@example(b"\xff" * 20)
@example(b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")
@example(b"\x0b\x0c")
def test_any_bytes_raise_nothing_but_value_error(data):
    found, _ = until_damage(data)
    again, _ = until_damage(memoryview(data))
    assert found == again
    assert sum(len(value) for _, wire_type, value in found if wire_type != VARINT) <= len(data)
    assert all(0 <= value < 2**64 for _, wire_type, value in found if wire_type == VARINT)


def test_numbers():
    assert varint(b"\x00\xac\x02", 1) == (300, 3)
    assert varint(b"\xff" * 9 + b"\x7f", 0) == (2**64 - 1, 10)  # what passes 64 bits is dropped
    assert signed(2**64 - 1) == -1
    assert signed(5) == 5
    assert [zigzag(n) for n in range(5)] == [0, -1, 1, -2, 2]
    assert double(struct.pack("<d", 1e300)) == 1e300
    assert math.isnan(float32(memoryview(struct.pack("<f", math.nan))))
    assert list(packed_varints(b"\x01\xac\x02")) == [1, 300]


@pytest.mark.parametrize(
    "cut", [lambda: varint(b"", 0), lambda: varint(b"\x80" * 12, 0), lambda: double(b"1"), lambda: float32(b""),
            lambda: list(packed_varints(b"\x80"))],
)  # fmt: skip
def test_damage_is_a_value_error(cut):
    with pytest.raises(ValueError, match=r"message ends|longer than 10|must have"):
        cut()
