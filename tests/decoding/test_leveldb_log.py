import struct
import zlib
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traindx.decoding.leveldb_log import BLOCK_BYTES, FILE_HEADER, FIRST, FULL, LAST, MIDDLE, Blocks

fuzz = settings(derandomize=True, deadline=None, database=None, max_examples=300)


def fragment(kind, data):
    return struct.pack("<IHB", zlib.crc32(bytes([kind]) + data), len(data), kind) + data


def written(records):
    """A file as the format's description says, written without a look at the reader."""
    out = bytearray(FILE_HEADER)
    for record in records:
        first = True
        while True:
            left = BLOCK_BYTES - len(out) % BLOCK_BYTES
            if left < 7:
                out += bytes(left)
                left = BLOCK_BYTES
            part, record = record[: left - 7], record[left - 7 :]
            kind = (FIRST if record else FULL) if first else (MIDDLE if record else LAST)
            out += fragment(kind, part)
            first = False
            if not record:
                break
    return bytes(out)


def one_shot(data, **settings):
    blocks = Blocks(**settings)
    return list(blocks.feed(data)), blocks


def in_pieces(data, cuts):
    blocks = Blocks()
    records = [r for a, b in pairwise([0, *sorted(cuts), len(data)]) for r in blocks.feed(data[a:b])]
    return records, blocks


# Lengths around the edges of a block are where the format is difficult.
RECORDS = st.lists(
    st.binary(max_size=40)
    | st.builds(lambda n, b: bytes([b]) * n, st.integers(BLOCK_BYTES - 40, BLOCK_BYTES + 10), st.integers(0, 255))
    | st.builds(lambda n: b"x" * n, st.integers(2 * BLOCK_BYTES - 30, 3 * BLOCK_BYTES)),
    max_size=6,
)


@fuzz
@given(RECORDS, st.data())
def test_every_cut_gives_the_records_of_one_shot(records, data):
    whole = written(records)
    cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=10))
    found, blocks = in_pieces(whole, cuts)
    assert found == records
    assert (blocks.damaged, blocks.torn_bytes) == (None, 0)


def test_every_offset_and_byte_by_byte():
    records = [b"", b"a", b"y" * (BLOCK_BYTES - 50), b"z" * 30, b"w" * 100]
    whole = written(records)
    places = [*range(60), *range(BLOCK_BYTES - 80, len(whole) + 1)]
    for cut in places:
        assert in_pieces(whole, [cut])[0] == records
        found, blocks = one_shot(whole[:cut])
        assert found == records[: len(found)]
        assert blocks.damaged is None
        assert list(blocks.feed(whole[cut:])) == records[len(found) :]
    assert in_pieces(whole, range(len(whole)))[0] == records


@pytest.mark.parametrize("left", range(8))
def test_the_end_of_a_block_too_short_for_a_fragment_is_padding(left):
    records = [b"a" * (BLOCK_BYTES - len(FILE_HEADER) - 7 - left), b"next"]
    assert one_shot(written(records))[0] == records


@fuzz
@given(st.lists(st.binary(max_size=30), max_size=4), st.binary(max_size=40), st.data())
@example([], b"\xff" * 50, None)
def test_any_bytes_raise_nothing_and_cuts_do_not_matter(records, garbage, data):
    whole = written(records)
    at = data.draw(st.integers(0, len(whole))) if data else 0
    whole = whole[:at] + garbage + whole[at + (data.draw(st.sampled_from([0, len(garbage)])) if data else 0) :]
    found, blocks = one_shot(whole)
    again, in_cuts = in_pieces(whole, data.draw(st.lists(st.integers(0, len(whole)), max_size=6)) if data else [3])
    assert (again, in_cuts.damaged) == (found, blocks.damaged)


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"SQLite format 3\0", "does not begin like a .wandb file"),
     (FILE_HEADER[:-1] + b"\x01", "version 1"),
     (FILE_HEADER + bytes(7), "at byte 7: a fragment that no block can hold"),
     (FILE_HEADER + fragment(5, b"x"), "no block can hold"),
     (FILE_HEADER + struct.pack("<IHB", 0, 65535, FULL), "no block can hold"),
     (FILE_HEADER + fragment(LAST, b"x"), "no beginning"),
     (FILE_HEADER + fragment(FIRST, b"x") + fragment(FULL, b"y"), "at byte 15: a record begins inside another"),
     (FILE_HEADER + fragment(FULL, b"x")[:-1] + b"y", "fails its checksum")],
)  # fmt: skip
def test_damage_is_said(data, said):
    records, blocks = one_shot(data)
    assert records == []
    assert said in blocks.damaged
    assert list(blocks.feed(written([b"later"]))) == []


def test_a_record_without_end_is_capped():
    whole = FILE_HEADER + fragment(FIRST, b"x" * 60) + fragment(MIDDLE, b"x" * 60)
    assert one_shot(whole)[1].torn_bytes == 120
    assert "more than 100 bytes" in one_shot(whole, max_record_bytes=100)[1].damaged


def test_records_not_yet_taken_are_not_lost():
    blocks = Blocks()
    whole = written([b"a", b"b", b"c"])
    assert next(blocks.feed(whole[:-4])) == b"a"
    assert list(blocks.feed(whole[-4:])) == [b"b", b"c"]
