from __future__ import annotations

import random

from traindx.decoding.alike import Block
from traindx.decoding.delimited import Delimited, preview

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


def test_what_is_not_taken_at_once_comes_row_by_row() -> None:
    body = b"step,loss\n" + b"".join(b"%d,0.5\n" % step for step in range(2000))
    body = body.replace(b"\n1000,0.5\n", b'\n1000,"0.5"\n')
    rows, taken = list[dict[str, str]](), list[Block]()

    def take(block: Block) -> bool:
        taken.append(block)
        return True

    table = Delimited()
    rows += table.rows(body, take)
    assert len(rows) < 20
    assert "1000" in {row["step"] for row in rows}
    assert sum(block.length for block in taken) + len(rows) == 2000
    assert list(Delimited().rows(body, lambda _: False)) == list(Delimited().feed(body))


def test_nothing_is_taken_at_once_inside_a_quoted_cell() -> None:
    body = b'step,loss\n1,2\n3,"\n' + b"4,5\n" * 12
    table = Delimited()
    assert list(table.rows(body, lambda _: True)) == list(Delimited().feed(body))
