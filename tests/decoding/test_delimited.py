from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.alike import Block
from traindx.decoding.delimited import Delimited, cell, numbers, preview

TABLE = b'step,loss,note\r\n1,0.5,"a,\nb"\r\n2,0.25,c\r\n\r\n3\r\nstep,loss,note\r\n1,0.125,"x"'


def test_rows_are_the_same_wherever_the_pieces_are_cut() -> None:
    whole, first_rows = preview(TABLE)
    rows = list(first_rows)
    assert [row["loss"] for row in rows] == ["0.5", "0.25", "0.125"]
    assert whole.refused == 1
    for seed in range(50):
        cuts = sorted(random.Random(seed).sample(range(len(TABLE)), 5))
        table = Delimited()
        found = []
        for first, last in zip([0, *cuts], [*cuts, len(TABLE)], strict=True):
            found += list(table.feed(TABLE[first:last]))
            table.tail()
        assert found + table.tail() == rows
        assert table.refused == 1


def test_a_row_that_has_not_ended_counts_only_with_all_its_cells() -> None:
    table = Delimited()
    assert list(table.feed(b"step,loss\n1,0.5\n2")) == [{"step": "1", "loss": "0.5"}]
    assert table.tail() == []
    assert list(table.feed(b",0.25")) == []
    assert table.tail() == [{"step": "2", "loss": "0.25"}]


def test_a_new_line_of_names_replaces_the_names() -> None:
    rows = list(Delimited().feed(b"step,loss\n1,0.5\nstep,lr,loss\n2,0.1,0.25\n"))
    assert rows[1] == {"step": "2", "lr": "0.1", "loss": "0.25"}


def test_a_stray_quote_costs_a_few_lines_and_no_more() -> None:
    table = Delimited()
    rows = list(table.feed(b'step,loss\n1,"0.5\n' + b"2,0.25\n" * 100))
    assert len(rows) > 70
    assert table.refused > 0


@pytest.mark.parametrize(
    ("text", "comma", "value"),
    [
        ("0.5", False, 0.5),
        ("0,5", True, 0.5),
        ("0,5", False, None),
        ("1,234.5", False, 1234.5),
        ("97.5%", False, 97.5),
        ("[0.25]", False, 0.25),
        ("tensor(0.5, device='cuda:0')", False, 0.5),
        ("[0.25, 0.5]", False, None),
        ("NA", False, None),
        ("", False, None),
        ("inf", False, float("inf")),
        ("1_0", False, None),
        ("x", False, None),
    ],
)
def test_cells(text: str, comma: bool, value: float | None) -> None:
    assert cell(text, decimal_comma=comma) == value


CELLS = [
    "1",
    "0.5",
    "-2e-3",
    "",
    " 3",
    "nan",
    "inf",
    ".5",
    "+1",
    "1_0",
    "12345678901234567890123",
    "null",
    "true",
    "[1",
    "]",
    '"4"',
    "NA",
    "0.1234567890123456789",
    "1e400",
    "01",
    "é",
]


@given(st.lists(st.tuples(*[st.sampled_from(CELLS)] * 3), min_size=1, max_size=6), st.sampled_from([",", "\t", ";"]))
def test_many_rows_at_once_say_what_each_says(rows: list[tuple[str, ...]], delimiter: str) -> None:
    start = [("step", "loss", "lr"), ("1", "2", "3"), ("4", "5", "6")]
    head = "".join(delimiter.join(row) + "\n" for row in start).encode()
    body = "".join(delimiter.join(row) + "\n" for row in rows).encode()
    one, many = Delimited(), Delimited()
    list(one.feed(head)), list(many.feed(head))
    expected = [numbers(row, decimal_comma=delimiter != ",") for row in one.feed(body)]
    found = [row for some in many.blocks(body) for row in (some.texts() if isinstance(some, Block) else [some])]
    assert repr([numbers(row, decimal_comma=delimiter != ",") for row in found]) == repr(expected)


def test_a_block_with_gaps_keeps_the_places_of_its_numbers() -> None:
    table = Delimited()
    list(table.feed(b"step,loss,lr\n1,2,3\n4,5,6\n"))
    (block,) = table.blocks(b"7,,1\n8,0.5,\n9,,\n")
    assert block.columns["loss"].tolist() == [0.5]
    assert block.rows["loss"].tolist() == [1]
    assert block.columns["step"].tolist() == [7, 8, 9]


def test_comments_that_end_in_names_wait_for_a_row() -> None:
    table = Delimited()
    assert list(table.feed(b"# of a run\n# step,loss\n")) == []
    assert [row["loss"] for row in table.feed(b"3,0.125\n4,0.0625\n5,0.03125\n")] == ["0.125", "0.0625", "0.03125"]
