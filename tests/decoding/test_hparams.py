import struct

import pytest

from traindx.decoding.hparams import session


def part(number, data):
    return bytes([number << 3 | 2, len(data)]) + data


def setting(name, value):
    return part(1, part(1, name) + part(2, value))


CONTENT = b"\x08\x00" + part(
    3,
    setting(b"lr", b"\x11" + struct.pack("<d", 0.1))
    + setting(b"layers", b"\x11" + struct.pack("<d", 3.0))
    + setting(b"optimizer", b"\x1a\x03SGD")
    + setting(b"nesterov", b"\x20\x01")
    + setting(b"nothing", b"\x08\x00"),
)


def test_settings_of_every_kind():
    assert session(CONTENT) == {"lr": 0.1, "layers": 3, "optimizer": "SGD", "nesterov": True}
    assert type(session(CONTENT)["layers"]) is int


@pytest.mark.parametrize("cut", range(len(CONTENT)))
def test_a_cut_content_raises_nothing(cut):
    assert session(CONTENT[:cut]).items() <= session(CONTENT).items()


def test_the_end_of_a_session_holds_no_settings():
    assert session(part(4, b"\x08\x01")) == {}
