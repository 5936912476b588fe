import struct
import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traindx.decoding.tfrecord import Frames, crc32c, masked_crc32c

fuzz = settings(derandomize=True, deadline=None, database=None, max_examples=300)


def frame(record):
    length = struct.pack("<Q", len(record))
    return length + struct.pack("<I", masked_crc32c(length)) + record + struct.pack("<I", masked_crc32c(record))


def one_shot(data, **settings):
    frames = Frames(**settings)
    return list(frames.feed(data)), frames


def in_pieces(data, cuts):
    frames = Frames()
    places = [0, *sorted(cuts), len(data)]
    records = [record for a, b in pairwise(places) for record in frames.feed(data[a:b])]
    return records, frames


RECORDS = st.lists(st.binary(max_size=60), max_size=6)


def test_the_checksum_is_the_published_one():
    assert crc32c(b"123456789") == 0xE3069283  # the check value of CRC-32C
    assert crc32c(bytes(32)) == 0x8A9136AA  # RFC 3720, B.4


def test_reads_the_first_frame_that_tensorboard_writes():
    # Written by torch.utils.tensorboard: Event(wall_time=1, file_version="brain.Event:2").
    event = b"\x09" + struct.pack("<d", 1.0) + b"\x1a\x0dbrain.Event:2"
    header = bytes.fromhex("1800000000000000a37f4b22")
    records, frames = one_shot(header + event + struct.pack("<I", masked_crc32c(event)))
    assert records == [event]
    assert frames.last_is_intact()


@fuzz
@given(RECORDS, st.data())
def test_every_cut_gives_the_records_of_one_shot(records, data):
    whole = b"".join(map(frame, records))
    cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=10))
    found, frames = in_pieces(whole, cuts)
    assert found == records
    assert (frames.damaged, frames.torn_bytes) == (None, 0)


def test_every_offset_of_a_file_and_byte_by_byte():
    records = [b"", b"a", b"loss" * 20, bytes(300)]
    whole = b"".join(map(frame, records))
    for cut in range(len(whole) + 1):
        assert in_pieces(whole, [cut])[0] == records
        found, frames = one_shot(whole[:cut])
        assert found == records[: len(found)]
        assert frames.damaged is None
        assert frames.torn_bytes == cut - sum(len(frame(record)) for record in found)
    assert in_pieces(whole, range(len(whole)))[0] == records


@fuzz
@given(RECORDS, st.binary(max_size=40), st.data())
@example([], b"\xff" * 12, None)
def test_any_bytes_raise_nothing_and_cuts_do_not_matter(records, garbage, data):
    whole = b"".join(map(frame, records))
    at = data.draw(st.integers(0, len(whole))) if data else 0
    whole = whole[:at] + garbage + whole[at:]
    found, frames = one_shot(whole)
    cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=6)) if data else [3]
    again, in_cuts = in_pieces(whole, cuts)
    assert (again, in_cuts.damaged) == (found, frames.damaged)
    assert list(frames.feed(b"more")) == [] or frames.damaged is None


def test_a_length_of_eight_gigabytes_allocates_nothing():
    length = struct.pack("<Q", 8 << 30)
    tracemalloc.start()
    for crc in (0, masked_crc32c(length)):
        records, frames = one_shot(length + struct.pack("<I", crc) + bytes(10))
        assert records == []
        assert "checksum" in frames.damaged if crc == 0 else "8,589,934,592 bytes" in frames.damaged
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_what_was_read_before_the_damage_stays():
    whole = frame(b"first") + b"\x01" + frame(b"second")
    records, frames = one_shot(whole)
    assert records == [b"first"]
    assert "at byte 21" in frames.damaged
    assert list(frames.feed(frame(b"third"))) == []
    assert one_shot(frame(b"12345"), max_record_bytes=4)[1].damaged


def test_a_flipped_bit_in_a_record_is_told_on_request():
    whole = bytearray(frame(b"loss 0.5"))
    whole[15] ^= 1
    records, frames = one_shot(bytes(whole))
    assert len(records) == 1
    assert not frames.last_is_intact()
    assert frames.damaged is None
    assert not Frames().last_is_intact()


def test_records_not_yet_taken_are_not_lost():
    frames = Frames()
    first = frames.feed(frame(b"a") + frame(b"b"))
    assert next(first) == b"a"
    assert list(frames.feed(frame(b"c"))) == [b"b", b"c"]


@pytest.mark.parametrize("size", [1 << 20])
def test_a_large_record_in_small_pieces_is_copied_once(size):
    whole = frame(bytes(size))
    frames = Frames()
    found = [record for at in range(0, len(whole), 64) for record in frames.feed(whole[at : at + 64])]
    assert found == [bytes(size)]


def test_the_memory_of_lengths_is_bounded(monkeypatch):
    monkeypatch.setattr("traindx.decoding.tfrecord._MAX_REMEMBERED", 3)
    records = [bytes(n % 7) for n in range(40)]
    assert one_shot(b"".join(map(frame, records)))[0] == records


def test_generators_of_several_pieces_may_take_turns():
    records = [bytes([n]) * n for n in range(12)]
    whole = b"".join(map(frame, records))
    frames = Frames()
    first = frames.feed(whole[:100])
    found = [next(first), next(first)]
    second = frames.feed(whole[100:])
    found += [next(second), next(first), next(second), *first, *second]
    assert found == records
    assert frames.last_is_intact()


def batched(data, places, **settings):
    frames = Frames(**settings)
    found = []
    for first, last in pairwise(places):
        frames.hold(data[first:last])
        buffer, starts = frames.batch()
        found += [buffer[a + 12 : b - 4] for a, b in pairwise(starts)]
    return found, frames


@fuzz
@given(st.lists(st.one_of(st.binary(max_size=60), st.integers(200, 900).map(bytes)), max_size=40), st.data())
def test_a_batch_holds_the_frames_that_come_one_by_one(records, data):
    whole = b"".join(map(frame, records))
    cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=6))
    found, frames = batched(whole, [0, *sorted(cuts), len(whole)])
    assert found == records
    assert (frames.damaged, frames.torn_bytes) == (None, 0)


def test_many_short_frames_and_a_long_one_now_and_then():
    records = [bytes([n % 250]) * (5000 if n % 97 == 0 else 20 + n % 3) for n in range(3000)]
    whole = b"".join(map(frame, records))
    assert batched(whole, [0, len(whole) // 3, len(whole)])[0] == records


@pytest.mark.parametrize("broken", [0, 5, 90])
def test_a_batch_ends_at_a_broken_length_as_one_by_one_does(broken):
    records = [b"loss" * 5] * 100
    whole = bytearray(b"".join(map(frame, records)))
    whole[broken * 36 + 3] ^= 1
    found, frames = batched(bytes(whole), [0, len(whole)])
    expected, one_by_one = one_shot(bytes(whole))
    assert found == expected == records[:broken]
    assert frames.damaged == one_by_one.damaged is not None


def test_a_batch_refuses_a_record_that_is_too_long():
    whole = frame(b"short") * 40 + frame(bytes(50))
    found, frames = batched(whole, [0, len(whole)], max_record_bytes=20)
    assert len(found) == 40
    assert "more than is read" in frames.damaged
