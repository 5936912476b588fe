from __future__ import annotations

import random
import struct

import pytest

from traindx.testing.damages import DAMAGES, is_text, mutated, numbers_in, stored_in

LOG = b"step,loss\n" + b"".join(b"%d,%.3f\n" % (n, 2 / (n + 1)) for n in range(20))


def test_the_same_seed_gives_the_same_damage() -> None:
    made = {mutated(LOG, random.Random(seed)) for seed in range(200)}
    assert made == {mutated(LOG, random.Random(seed)) for seed in range(200)}
    assert len(made) > 150
    assert sum(one != LOG for one in made) > 140


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("data", [b"", b"x", LOG, bytes(range(256))])
def test_any_file_can_be_damaged(damage, data: bytes) -> None:
    for seed in range(30):
        assert isinstance(damage(data, random.Random(seed)), bytes)


def test_numbers_of_a_text() -> None:
    there = numbers_in(b"loss -1.5e3 at 1,234 (12.5%) in 30 ms, 5/8, 0,25 and .5")
    assert {1500, 1234, 12.5, 30, 0.03, 0.625, 0.25, 0.5} <= there
    assert 7 not in there
    assert numbers_in("loss 0.125".encode("utf-16")) >= {0.125}


@pytest.mark.parametrize(
    "data",
    [struct.pack("<f", 0.1), struct.pack(">d", -0.1), struct.pack("<d", 0.1), b"\x08 {'loss': 0.1}"],
)
def test_numbers_that_are_stored(data: bytes) -> None:
    value = struct.unpack("<f", struct.pack("<f", 0.1))[0] if len(data) == 4 else 0.1
    assert stored_in(b"\x07\0" + data + b"\1", value)
    assert not stored_in(b"\x07\0" + data + b"\1", 0.3)


def test_integers_that_are_stored() -> None:
    assert stored_in(b"\0\x03\xe8\0", 1000)  # as SQLite keeps it
    assert stored_in(b"\0\xe8\x07\0", 1000)  # as a varint of protobuf
    assert not stored_in(b"\0\1\2\3", 1000)


def test_what_is_a_text() -> None:
    assert is_text(LOG)
    assert not is_text(b"\0\1")
