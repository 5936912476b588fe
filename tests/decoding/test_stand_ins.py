from __future__ import annotations

import json
import math

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.stand_ins import OF_JSON, OF_TABLES, put_in, taken_out

WORDS = [word.decode() for words in (OF_JSON, OF_TABLES) for word, _, _, _ in words]
NUMBERS = [number.decode() for words in (OF_JSON, OF_TABLES) for _, _, number, _ in words]


@given(st.lists(st.sampled_from([*WORDS, *NUMBERS, "1", "-", "e", ".", "5"]).flatmap(
    lambda text: st.sampled_from([text, f"1{text}", f"{text}1", f" {text}"])), min_size=1))  # fmt: skip
def test_what_comes_out_is_what_python_reads(cells: list[str]) -> None:
    """Or nothing does: a word may be part of something else, and a number may be logged that stands for another."""
    text, put = put_in(",".join(cells).encode(), OF_JSON)
    try:
        values = np.array(msgspec.json.decode(b"[%b]" % text, type=list[float]))
    except msgspec.DecodeError:
        return
    if taken_out([values], put):
        np.testing.assert_array_equal(values, json.loads(f"[{','.join(cells)}]"))


@pytest.mark.parametrize("words", [OF_JSON, OF_TABLES])
def test_every_word_has_its_meaning(words: tuple[tuple[bytes, bytes, bytes, float], ...]) -> None:
    written = [word for word, _, _, _ in words]
    text, put = put_in(b",".join([b"1", *written, *written]), words)
    values = np.array(msgspec.json.decode(b"[%b]" % text, type=list[float]))
    assert taken_out([values[:3], values[3:]], put)
    np.testing.assert_array_equal(values, [1, *map(float, written), *map(float, written)])


def test_a_number_that_somebody_logs_is_not_believed() -> None:
    text, put = put_in(b"NaN,-7.0513e19", OF_JSON)
    values = np.array(msgspec.json.decode(b"[%b]" % text, type=list[float]))
    assert not taken_out([values], put)
    assert put_in(b"1,2", OF_JSON) == (b"1,2", [])
    assert not math.isnan(values[0])
