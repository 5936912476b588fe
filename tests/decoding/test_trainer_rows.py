"""Rows of the Trainer on one line: whose they are, the bars around them, their steps."""

from __future__ import annotations

import math

from traindx.decoding.printed_rows import PrintedRows
from traindx.decoding.trainer_rows import FIRST, MOST, BarSteps, alone, counts, owner, plain

PRINTED = PrintedRows(FIRST)


def test_a_line_with_a_row_and_bars() -> None:
    said = alone(PRINTED, "node1: {'loss': '0.5', 'epoch': 1.5} 4/9 [00:01<00:02]")
    assert said is not None
    what, numbers = said
    assert (what.words, what.host, what.rank) == (("loss", "epoch"), "node1", None)
    assert (what.front, what.behind, numbers) == (False, True, (0.5, 1.5, 4, 9))


def test_a_line_with_a_bar_alone_and_lines_with_neither() -> None:
    said = alone(PRINTED, "3/9 [00:01<00:02]")
    assert said is not None
    assert (said[0].keys, said[1]) == ((), (3, 9))
    for line in ("hello", "{", ">> {'loss': 1, 'epoch': 2}", "{'loss': 1, 'train_runtime': 3}"):
        assert alone(PRINTED, line) is None


def test_which_rows_count_and_whose_they_are() -> None:
    assert counts({"loss": 1, "epoch": 2})
    assert not counts({"loss": 1})
    assert owner("[rank3]: {") == (3, None)
    assert owner("node-1: {") == (None, "node-1")
    assert plain("0.5") == plain(0.5) == 0.5
    assert plain(None) is None


def test_steps_by_the_bar_while_every_row_has_one_and_they_rise() -> None:
    bars = BarSteps()
    for done in (5, 10):
        bars.at((done, 100))
        bars.add(("loss",), {}, None)
    bars.at((2, 3))  # of an evaluation
    bars.add(("eval_loss",), {"step": 12}, None)
    bars.add(("eval_loss",), {"step": "x"}, None)
    assert bars.trusted
    assert bars.steps.tolist()[:3] == [5, 10, 12]
    assert math.isnan(bars.steps[3])
    bars.add(("loss",), {}, None)
    assert not bars.trusted
    assert not bars.steps


def test_hosts_are_counted_as_they_come_up_to_an_end() -> None:
    bars = BarSteps()
    assert [bars.whose(None, host) for host in ("a", "b", "a")] == [0, 1, 0]
    assert bars.whose(7, "a") == 7
    for number in range(MOST):
        bars.whose(None, str(number))
    assert bars.whose(None, "another") is None
    assert bars.whose(None, "b") == 1
