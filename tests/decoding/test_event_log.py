"""Held against an encoder that is written here, with random values: every record stands for itself."""

import math
import random
import struct

import numpy as np
import pytest

from traindx.decoding import event_log
from traindx.decoding.event_log import EventLog
from traindx.decoding.tfrecord import masked_crc32c

HEADS = {}


def frame(record):
    if len(record) not in HEADS:
        length = struct.pack("<Q", len(record))
        HEADS[len(record)] = length + struct.pack("<I", masked_crc32c(length))
    return HEADS[len(record)] + record + b"\0\0\0\0"


def varint(value):
    octets = []
    value &= 2**64 - 1
    while value > 127:
        octets.append(value & 127 | 128)
        value >>= 7
    return bytes([*octets, value])


def part(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def event(wall, step, *values):
    head = b"\x09" + struct.pack("<d", wall) + (b"\x10" + varint(step) if step else b"")
    return head + part(5, b"".join(part(1, value) for value in values))


def simple(tag, value):
    return part(1, tag) + b"\x15" + struct.pack("<f", value)


def content(tag, value, *, form="<f", kind=1):
    tensor = b"\x08" + varint(kind) + b"\x12\x00" + part(4, struct.pack(form, value))
    return part(1, tag) + part(8, tensor) + part(9, part(1, part(1, b"scalars")))


def repeated(tag, value):
    return part(1, tag) + part(8, b"\x08\x01\x12\x00" + part(5, struct.pack("<f", value)))


def histogram(tag, size):
    return part(1, tag) + part(5, bytes(size))


def random_log(chance, count):
    """Records of every kind, and what they hold."""
    tags = [b"loss", b"lr", b"val/loss", b"grad/" + b"x" * 200, *(b"layer%03d" % n for n in range(40))]
    records, known = [], {}
    for _ in range(count):
        step = chance.choice((0, 1, 127, 128, 16_383, 16_384, 2**31, 2**40, -1, chance.randrange(10**6)))
        wall = chance.uniform(1e9, 2e9)
        values = []
        for tag in chance.sample(tags, chance.choice((1, 1, 1, 2, 5))):
            number = struct.unpack("<f", struct.pack("<f", chance.gauss(0, 1e3)))[0]
            number = chance.choice((number, number, number, math.inf, 0.0))
            values.append(chance.choice((simple, simple, simple, content, repeated))(tag, number))
            known.setdefault(tag.decode(), []).append((step, number, wall))
        if chance.random() < 0.02:
            values.append(histogram(b"h", chance.randrange(4000)))
        records.append(frame(event(wall, step, *values)))
    return b"".join(records), known


def columns(log):
    return {tag: list(zip(*(column.tolist() for column in points), strict=True))
            for tag, points in log.scalars().items()}  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_random_records_are_read_one_by_one_and_by_the_thousand(seed, monkeypatch):
    chance = random.Random(seed)
    data, known = random_log(chance, 4000)
    at_once = EventLog()
    at_once.feed(data)
    assert columns(at_once) == known
    monkeypatch.setattr(event_log, "AT_ONCE", 1)
    in_pieces = EventLog()
    at = 0
    while at < len(data):
        size = chance.choice((1, 7, 300, 20_000))
        in_pieces.feed(data[at : at + size])
        at += size
    assert columns(in_pieces) == known
    assert (at_once.refused, in_pieces.torn_bytes) == (0, 0)


def test_most_of_a_usual_log_is_never_taken_apart(monkeypatch):
    taken = []
    honest = event_log.decoded
    monkeypatch.setattr(event_log, "decoded", lambda record: taken.append(1) or honest(record))
    log = EventLog()
    log.feed(b"".join(frame(event(n, n, simple(tag, n))) for n in range(5000) for tag in (b"loss", b"lr", b"acc")))
    assert {len(points.steps) for points in log.scalars().values()} == {5000}
    assert len(taken) < 50


def test_a_record_that_differs_in_one_byte_is_no_other_tag():
    rows = [frame(event(1, 300 + n, simple(b"loss" if n % 3 else b"lass", n))) for n in range(300)]
    log = EventLog()
    log.feed(b"".join(rows))
    assert {tag: len(points.steps) for tag, points in log.scalars().items()} == {"loss": 200, "lass": 100}


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (content(b"x", -3.5, form="<d", kind=2), -3.5),
        (content(b"x", -3, form="<i", kind=3), -3.0),
        (content(b"x", 2**40, form="<q", kind=9), float(2**40)),
        (content(b"x", 0.25, form="<e", kind=19), 0.25),
        (content(b"x", True, form="<?", kind=10), 1.0),
        (content(b"x", 0x3FC0, form="<H", kind=14), 1.5),  # bfloat16
        (part(1, b"x") + part(8, b"\x08\x02" + part(6, struct.pack("<d", 0.1))), 0.1),
        (part(1, b"x") + part(8, b"\x08\x01\x2d" + struct.pack("<f", 0.5)), 0.5),  # not packed
        (part(1, b"x") + part(8, b"\x08\x03" + part(7, varint(-7))), -7.0),
        (part(1, b"x") + part(8, b"\x08\x13" + part(13, varint(0x3800))), 0.5),  # half
        (part(1, b"x") + part(8, b"\x08\x0e" + part(13, varint(0x3FC0))), 1.5),  # bfloat16
        (part(1, b"x") + part(8, b"\x08\x17" + part(17, varint(2**64 - 1))), float(2**64)),
        (part(1, b"x") + part(8, b"\x08\x01\x12\x00" + part(5, struct.pack("<ff", 1, 2))), None),
        (part(1, b"x") + part(8, b"\x08\x07\x12\x00" + part(8, b"text")), None),
        (content(b"x", 1.0).replace(b"scalars", b"curious"), None),
        (histogram(b"x", 40), None),
    ],
)
@pytest.mark.parametrize("count", [1, 30])
def test_every_spelling_of_a_number(value, number, count):
    log = EventLog()
    log.feed(b"".join(frame(event(1.0, 5 + n, value)) for n in range(count)))
    found = log.scalars()
    assert found.keys() == (set() if number is None else {"x"})
    assert all(points.values.tolist() == [number] * count for points in found.values())
    assert log.refused == 0


def test_broken_records_are_counted():
    log = EventLog()
    broken = event(1.0, 3, simple(b"loss", 1.0))[:-2]
    log.feed(b"".join(map(frame, [event(1.0, 2, simple(b"loss", 1.0)), broken, b"\xff" * 40, b""])))
    assert len(log.scalars()["loss"].steps) == 1
    assert log.refused == 2


def test_nan_is_the_same_nan_however_it_is_read():
    odd = b"".join(part(1, b"x") + b"\x15" + bits for bits in (b"\x01\x00\xa0\x7f",))
    few, many = EventLog(), EventLog()
    few.feed(frame(event(1.0, 1, odd)))
    many.feed(b"".join(frame(event(1.0, 1, odd)) for _ in range(100)))
    first = few.scalars()["x"].values
    assert np.isnan(first[0])
    assert many.scalars()["x"].values.tobytes() == first.tobytes() * 100
