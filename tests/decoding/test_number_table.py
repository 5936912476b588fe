from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding import table
from traindx.decoding.cells import cell
from traindx.decoding.number_table import numbers_of
from traindx.decoding.stand_ins import OF_TABLES

NAMES = ("step", "loss", "lr")
CELLS = ["1", "0.5", "-2e-3", "", " 3", "3 ", "nan", "NaN", "-nan", "inf", "-inf", "Infinity", ".5", "+1", "1.", "1_0",
         "12345678901234567890123", "null", "true", "[1", "]", "{", '"4"', "NA", "0.1234567890123456789", "1e400", "01",
         "-0", "-0.0", "-0e1", "0,5", "1 2", "\x0b1", "1nan", "nan1", "1" * 401, "5%", "x_1", "N/A",
         *(text.decode() for _, _, text, _ in OF_TABLES)]  # fmt: skip


def one_by_one(line: str, delimiter: str) -> dict[str, bytes]:
    """The numbers of a line, cell by cell, to the bit."""
    cells = table.row(line, delimiter)
    values = {name: cell(text, decimal_comma=delimiter != ",") for name, text in zip(NAMES, cells, strict=True) if text}
    return {name: struct.pack("<d", value) for name, value in values.items() if value is not None}


@given(
    st.lists(st.tuples(st.just("7"), st.sampled_from(CELLS), st.sampled_from(CELLS)), min_size=1, max_size=5),
    st.sampled_from([",", "\t", ";", "|"]),
)
def test_many_lines_at_once_say_what_each_says(rows: list[tuple[str, ...]], delimiter: str) -> None:
    lines = [delimiter.join(row) for row in rows]
    block = numbers_of("".join(line + "\n" for line in lines).encode(), NAMES, delimiter)
    if block is not None:
        found = [{name: struct.pack("<d", value) for name, value in row.items()} for row in block.numbers()]
        assert found == [one_by_one(line, delimiter) for line in lines]


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        (b"1,2,3\n4,5,6\n", {"step": [1, 4], "loss": [2, 5], "lr": [3, 6]}, {}),
        (b"1,,3\n4,5,\n7,,\n", {"step": [1, 4, 7], "loss": [5], "lr": [3]}, {"loss": [1], "lr": [0]}),
        (b",1,\n,2,3\n", {"step": [], "loss": [1, 2], "lr": [3]}, {"step": [], "lr": [1]}),
        (b"1,inf,-inf\n", {"step": [1], "loss": [float("inf")], "lr": [float("-inf")]}, {}),
        (b"1, .5 ,+2\n", {"step": [1], "loss": [0.5], "lr": [2]}, {}),
    ],
)
def test_columns_and_the_places_of_their_numbers(text: bytes, columns: object, rows: object) -> None:
    block = numbers_of(text, NAMES, ",")
    assert block is not None
    assert {name: column.tolist() for name, column in block.columns.items()} == columns
    assert {name: places.tolist() for name, places in block.rows.items()} == rows


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        (b"1,2\n", ","),
        (b"1,2,3,4\n1,2\n", ","),
        (b"1,2,3\n,,\n", ","),
        (b"1,2,3\n\n", ","),
        (b"step,loss,lr\n", ","),
        (b"1;0,5;3\n", ";"),
        (b"|1|\n", "|"),
        (b"1 2 3\n", " "),
        (b"1,2," + b"3" * 401 + b"\n", ","),
    ],
)
def test_other_lines_are_left_to_others(text: bytes, delimiter: str) -> None:
    assert numbers_of(text, NAMES, delimiter) is None


def test_columns_of_texts_are_told_and_their_numbers_kept() -> None:
    block = numbers_of(b"1,train,NA\n2,a_b,5%\n3,,0.5\n", NAMES, ",")
    assert block is not None
    assert {name: column.tolist() for name, column in block.columns.items()} == {"step": [1, 2, 3], "lr": [5, 0.5]}
    assert block.rows["lr"].tolist() == [1, 2]
    assert block.texts == {"loss", "lr"}
    assert numbers_of(b'1,"2",3\n', NAMES, ",") is None
    assert numbers_of(b"1,2,3\n4,#5,6\n", NAMES, ",") is None


def test_a_number_that_stands_for_another_is_kept_where_somebody_logs_it() -> None:
    for _, _, text, _ in OF_TABLES:
        block = numbers_of(b"1,nan," + text + b"\n2,NaN,inf\n", NAMES, ",")
        assert block is not None
        assert block.columns["lr"].tolist() == [float(text), float("inf")]
