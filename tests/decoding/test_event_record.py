import struct

import pytest

from traindx.decoding.event_record import decoded

VALUE = b"\x0a\x04loss\x15" + struct.pack("<f", 0.5)
RECORD = b"\x09" + struct.pack("<d", 7.0) + b"\x10\xac\x02" + b"\x2a\x0d\x0a\x0b" + VALUE


def test_a_record_and_the_places_in_it():
    event = decoded(RECORD)
    assert (event.wall, event.step, event.restart) == (7.0, 300, False)
    (value,) = event.values
    assert (value.tag, value.number, value.form) == ("loss", 0.5, "<f4")
    assert RECORD[value.at : value.at + 4] == struct.pack("<f", 0.5)
    assert RECORD[slice(*event.step_at)] == b"\xac\x02"


def test_a_step_that_is_told_twice_stands_in_no_fixed_place():
    event = decoded(RECORD + b"\x10\x05")
    assert (event.step, event.wall_at) == (5, None)


@pytest.mark.parametrize("cut", [4, 10, 11, 14, 20, len(RECORD) - 1])
def test_a_cut_record_is_refused(cut):
    with pytest.raises(ValueError, match=r"ends in the middle|integer"):
        decoded(RECORD[:cut])


def test_a_session_that_starts():
    assert decoded(b"\x10\x05\x3a\x02\x08\x01").restart
    assert not decoded(b"\x10\x05\x3a\x02\x08\x02").restart
