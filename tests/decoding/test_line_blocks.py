from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.line_blocks import BLOCK, LineBlocks, lines_of
from traindx.decoding.lines import LONGEST, Lines

TEXTS = st.lists(
    st.sampled_from(["1,2", "x", "", "\r", "\n", "\r\n", "\n", "\0", "\b", "\x1b[0m", "é", "\ufeff", "a b"])
)


def lines(pieces: list[bytes]) -> tuple[list[str], list[str]]:
    blocks = LineBlocks()
    found = [line for piece in pieces for block in blocks.feed(piece) for line in lines_of(block)]
    return found, blocks.tail()


@given(TEXTS, st.lists(st.integers(0, 60)), st.sampled_from(["utf-8", "utf-16", "utf-16-le", "latin-1"]))
def test_the_lines_are_those_of_lines_wherever_the_pieces_are_cut(parts: list[str], cuts: list[int], code: str) -> None:
    data = "".join(parts).encode(code, "replace")
    bounds = sorted({0, len(data), *(min(cut, len(data)) for cut in cuts)})
    pieces = [data[first:last] for first, last in itertools.pairwise(bounds)]
    other = Lines()
    expected = [line for piece in pieces for line in other.feed(piece)]
    found, tail = lines(pieces)
    # A line may come later, for a line end may still be part of a longer one; none is lost.
    assert found + tail == expected + other.tail()
    assert found == expected[: len(found)]


def test_plain_lines_come_as_they_stand() -> None:
    line = b"1,0.5\r\n"
    first, *others = LineBlocks().feed(line * (2 * BLOCK // len(line)))
    assert isinstance(first, list)  # the encoding is told by it
    assert others
    assert all(isinstance(block, bytes) and block.endswith(b"\n") and b"\r" not in block for block in others)


@pytest.mark.parametrize("size", [10, 3 * BLOCK, LONGEST, LONGEST + 1, 2 * LONGEST])
def test_a_long_line_is_cut_as_lines_cuts_it(size: int) -> None:
    data = b"1\n" * 5 + b"12 " * (size // 3) + b"\n2\n3"
    other = Lines()
    expected = other.feed(data), other.tail()
    for step in (BLOCK // 2, len(data)):
        assert lines([data[at : at + step] for at in range(0, len(data), step)]) == expected


def test_ascii_bytes_of_another_encoding_are_not_taken_for_lines() -> None:
    data = "\ufeff1,2\n".encode("utf-16-le") + "㈱ⰲ\u0a33".encode("utf-16-le") * 3
    other = Lines()
    assert lines([data, data[2:]]) == (other.feed(data) + other.feed(data[2:]), other.tail())
