from __future__ import annotations

from traindx.decoding.printed_rows import MOST_LINES, PrintedRow, PrintedRows


def rows(text: str) -> list[PrintedRow | None]:
    made = PrintedRows("loss|eval_loss")
    return [found for line in text.split("\n") for found in made.take(line)]


def test_a_row_on_a_line() -> None:
    assert rows("{'loss': 0.5, 'x': nan}")[0].row["loss"] == 0.5  # type: ignore[union-attr]


def test_other_lines_are_told_apart() -> None:
    assert rows("hello\n{'other': 1}") == [None, None]


def test_a_row_behind_a_bar_has_its_counters() -> None:
    found = rows("  1%|#4  | 75/6249 [08:38<11:33:05,  6.74s/it]{'loss': 0.5}")[0]
    assert found is not None
    assert (found.row, found.bar) == ({"loss": 0.5}, (75, 6249))
    assert found.before.endswith("{")


def test_bars_on_lines_of_their_own_belong_to_the_next_row() -> None:
    found = [one for one in rows("1/9 [00:01<00:02, 1s/it]\n2/9 [00:01<00:02]\n"
                              "{'loss': 1} 3/9 [00:01<00:02]\n{'loss': 2}") if one]  # fmt: skip
    assert [one.bar for one in found] == [(2, 9), (3, 9)]


def test_a_row_with_a_line_a_key() -> None:
    found = rows("{\n  'loss': 2.5,\n  'eval': None,\n}\n")[0]
    assert found is not None
    assert found.row["loss"] == 2.5


def test_a_dictionary_that_is_never_closed_is_given_up() -> None:
    found = rows("{\n" + "x\n" * (MOST_LINES + 1) + "{'loss': 1}")
    assert found[-1] is not None


def test_the_bar_of_something_else_between_is_passed_over() -> None:
    found = rows("70/900 [00:01<00:02]\n3/4 [00:00<00:00]\n{'loss': 1}")[-1]
    assert found is not None
    assert found.bar == (70, 900)
