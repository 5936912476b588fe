from __future__ import annotations

import json
import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding import json_text
from traindx.decoding.alike import Block
from traindx.decoding.flat_rows import MOST, FlatRows
from traindx.decoding.rows import named_numbers
from traindx.decoding.stand_ins import OF_JSON

TOKENS = ["1", "0.5", "-2e-3", "NaN", "-NaN", "Infinity", "-Infinity", "null", "true", '"x"', '"NaN"', "1e400", "-0",
          "-0.0", "12345678901234567890", "123456789012345678901234567890", "01", "[1]", '{"a":1}', "",
          "1NaN", *(text.decode() for _, _, text, _ in OF_JSON)]  # fmt: skip
NAMES = st.sampled_from(["a", "b", "NaN", "null", "step"])
ROWS = st.lists(st.dictionaries(NAMES, st.sampled_from(TOKENS)), min_size=1, max_size=5)


def written(row: dict[str, str]) -> str:
    return "{" + ", ".join(f'"{name}": {value}' for name, value in row.items()) + "}"


def to_the_bit(row: dict[str, object]) -> dict[str, bytes]:
    return {name: struct.pack("<d", value) for name, value in named_numbers(row)}


def taught(*rows: dict[str, object]) -> FlatRows:
    made = FlatRows()
    for row in rows:
        made.learn([row])
    return made


@given(ROWS)
def test_many_rows_at_once_say_what_each_says(rows: list[dict[str, str]]) -> None:
    made = taught({"a": 1, "step": 2}, {"b": "x", "NaN": 1, "null": 2})
    lines = [written(row) for row in rows]
    for block in (made.lines("\n".join(lines).encode()), made.elements(",\n ".join(lines).encode())):
        if block is not None:
            found = [json_text.line(line) for line in lines]
            assert all(isinstance(row, dict) for row in found)
            assert [to_the_bit(row) for row in block.numbers()] == [to_the_bit(row) for row in found]


def test_rows_with_names_that_came_before_are_read_at_once() -> None:
    made = taught({"step": 0, "loss": 1})
    block = made.lines(b'{"step": 1, "loss": NaN}\n{"step":2,"loss":-Infinity}\n{"loss": null, "step": 3}')
    assert isinstance(block, Block)
    assert block.columns["step"].tolist() == [1, 2, 3]
    assert math.isnan(block.columns["loss"][0])
    assert block.columns["loss"][1] == -math.inf
    assert block.rows["loss"].tolist() == [0, 1]


def test_a_name_that_some_rows_lack_may_be_absent() -> None:
    made = taught({"step": 0, "loss": 1}, {"step": 0, "val_loss": 1})
    block = made.lines(b'{"step": 1, "loss": 2}\n{"step": 2, "val_loss": 3}')
    assert block is not None
    assert {name: places.tolist() for name, places in block.rows.items()} == {"loss": [0], "val_loss": [1]}
    alone = made.lines(b'{"step": 1, "loss": 2}')
    assert alone is not None
    assert "val_loss" not in alone.columns


@pytest.mark.parametrize(
    "text",
    [
        b'{"step": 1}',
        b'{"step": 1, "loss": 2, "new": 3}',
        b'{"step": 1, "loss": "2"}',
        b'{"step": 1, "loss": 2} {"step": 2, "loss": 3}',
        b'{"step": 1,\n"loss": 2}',
        b'{"step": 1, "loss": 2}\n',
        b'{"step": 1, "loss": 1e999}',
        b"text",
        b"",
    ],
)
def test_other_lines_are_left_to_others(text: bytes) -> None:
    assert taught({"step": 0, "loss": 1}).lines(text) is None


def test_where_two_words_count_the_same_their_order_matters() -> None:
    made = taught({"step": 0, "global_step": 0, "loss": 1})
    assert made.lines(b'{"step": 1, "global_step": 2, "loss": 2}') is None


@pytest.mark.parametrize("name", ['a"', "a\\", "a\n", "\ud800", "\0"])
def test_names_that_need_escapes_are_left_to_others(name: str) -> None:
    assert taught({name: 1}).elements(json.dumps({name: 1}).encode()) is None


def test_too_many_names_and_texts_are_not_waited_for() -> None:
    many = {f"n{at}": 1 for at in range(MOST + 1)}
    assert taught(many).elements(json.dumps(many).encode()) is None
    made = taught({"step": 0, "note": [1]})
    assert made.elements(b'{"step": 1, "note": 1}') is None
    made.learn([{"step": 0}])
    assert made.elements(b'{"step": 1}') is None
    made.learn([{"step": 0, "note": 1}])
    assert made.elements(b'{"step": 1, "note": 1}') is not None


def test_texts_and_truths_are_no_numbers_and_are_told() -> None:
    made = taught({"step": 0, "note": "x", "done": True})
    block = made.elements(b'{"step": 1, "note": "a", "done": false}, {"step": 2, "note": null, "done": true}')
    assert block is not None
    assert {name: column.tolist() for name, column in block.columns.items()} == {"step": [1, 2]}
    assert block.texts == {"note", "done"}
    assert made.elements(b'{"step": 1, "note": "0.5", "done": false}') is None  # a number in quotes is one
    assert made.elements(b'{"step": 1, "note": "NaN", "done": false}') is None
