"""Lines do not depend on where the pieces were cut, and nothing that a terminal or a shell adds reaches them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.lines import Lines

MATERIAL = [
    b"loss: 0.3",
    b"\n",
    b"\r\n",
    b"\r",
    b"\x08\x08\x08",
    b"\x1b[32m",
    b"\x1b[",
    b"\x1b[2A",
    b"\x00",
    b"\xff",
    "\u00e9\u2588\U0001f600".encode(),
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    "step 1\r\n".encode("utf-16-le"),
    b" ",
]


def read(pieces: list[bytes], longest: int = 1 << 20) -> tuple[list[str], list[str], int]:
    lines = Lines(longest=longest)
    done = [line for piece in pieces for line in lines.feed(piece)]
    return done, lines.tail(), lines.cut


CASES = [
    (b"a\nb\n", ["a", "b"], []),
    (b"a\r\nb\r\n\r\nc", ["a", "b", ""], ["c"]),
    (b"a\n\nb", ["a", ""], ["b"]),
    (b"\xef\xbb\xbfepoch,loss\n", ["epoch,loss"], []),
    ("step 1\r\nstep 2\r\n".encode("utf-16"), ["step 1", "step 2"], []),
    ("step 1\nr".encode("utf-16-be"), ["step 1"], ["r"]),
    ("loss 1\n\u00e9".encode("utf-16-le") + b"x", ["loss 1"], ["\u00e9"]),
    (b"1/8\r2/8\r8/8\n", ["1/8", "2/8", "8/8"], []),
    (b"1/8\x08\x08\x08\r2/8", ["1/8"], ["2/8"]),
    (b"\x1b[32mloss:\x1b[39m  \x1b[1m7.1\x1b[0m\n", ["loss:  7.1"], []),
    (b"bar 1\x1b[1A\x1b[2Kbar 2\n", ["bar 1", "bar 2"], []),
    (b"\x1b]0;title\x07loss\n", ["loss"], []),
    (b"loss \xff 1\n", ["loss \ufffd 1"], []),
    (b"loss 1\n\0\0\0\0loss 2\n", ["loss 1", "loss 2"], []),
    (b"ab", [], ["ab"]),
    (b"", [], []),
    (b"x\x0cy\x85z\n", ["x\x0cy\ufffdz"], []),
]


@pytest.mark.parametrize(("text", "lines", "tail"), CASES)
def test_lines_of_a_text(text: bytes, lines: list[str], tail: list[str]) -> None:
    assert read([text])[:2] == (lines, tail)


@pytest.mark.parametrize("text", [case[0] for case in CASES])
def test_every_cut_gives_the_same(text: bytes) -> None:
    whole = read([text])
    assert read([bytes([byte]) for byte in text]) == whole
    for cut in range(len(text) + 1):
        assert read([text[:cut], text[cut:]]) == whole


@given(st.lists(st.one_of(st.sampled_from(MATERIAL), st.binary(max_size=6)), max_size=12).map(b"".join), st.data())
def test_any_cut_of_anything_gives_the_same(text: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    longest = data.draw(st.sampled_from([3, 8, 1 << 20]))
    whole = read([text], longest)
    assert read(pieces, longest) == whole
    for line in whole[0] + whole[1]:
        assert not set(line) & set("\n\r\b\x1b\0")
        assert len(line) <= longest


def test_the_tail_changes_nothing() -> None:
    lines = Lines()
    assert lines.feed(b"loss: 0.1") == []
    assert lines.tail() == lines.tail() == ["loss: 0.1"]
    assert lines.feed(b"25\n") == ["loss: 0.125"]
    assert lines.tail() == []


def test_a_long_line_is_cut_where_no_number_is_shortened() -> None:
    done, tail, cut = read([b"loss: 1.25 lr: 3.5\nshort\n"], longest=16)
    assert (done, tail, cut) == (["loss: 1.25 lr:", "short"], [], 1)


def test_a_line_without_end_does_not_grow() -> None:
    lines = Lines(longest=1000)
    for _ in range(2000):
        lines.feed(b"x" * 1000 + b"\x08")
    for _ in range(2000):
        lines.feed(b"y" * 1000)
    assert sum(map(len, lines._open)) <= 1001


@pytest.mark.parametrize("unit", [b"\x1b[", b"\x1b]", b"\r", b"\x08", b"\x1b[1;", b"\x1b[1A", b"a\r", b"\xff"])
def test_hostile_bytes_take_linear_time(unit: bytes) -> None:
    begun = time.process_time()
    read([unit * (1_000_000 // len(unit))])
    assert time.process_time() - begun < 2
