"""What one line says: its names sorted, its data, headings."""

from __future__ import annotations

import pytest

from traindx.decoding.sayings import heading, is_quantity, saying, sorted_names, told


def test_pairs_of_lines_that_count_or_tell() -> None:
    assert told("step 3 loss 0.5", begun=True) == [("step", 3.0), ("loss", 0.5)]
    assert told("nothing is told 5 times", begun=True) == []
    assert told("step 1 trn 0.53 | dev loss 0.61", begun=True)[1:] == [("trn loss", 0.53), ("dev loss", 0.61)]


def test_a_rate_is_a_row_only_once_a_training_has_begun() -> None:
    assert told("lr: 0.5", begun=False) == []
    assert told("lr: 0.5", begun=True) == [("lr", 0.5)]


def test_names_are_sorted_and_the_first_of_a_kind_counts() -> None:
    sort = sorted_names(("epoch", "progress", "progress/total", "step", "iter", "loss", "step time (ms)", "loss"))
    assert sort.counters == {"epoch": 0, "progress": 1, "step": 3}
    assert sort.totals == {"progress": 2}
    assert sort.values == {"loss": 5, "step time (ms)": 6}
    assert sort.scales[5:7] == (1.0, 1e-3)


@pytest.mark.parametrize(("line", "split"), [
    ("Validation:", "val"), ("--- Testing ---", "test"), ("Epoch 3", None), ("Validation" + " " * 200, None),
])  # fmt: skip
def test_headings(line: str, split: str | None) -> None:
    assert heading(line) == split


def test_whose_values_a_line_tells() -> None:
    line = "[rank3]: Test set: Average loss: 0.05"
    said = saying(line, told(line, begun=True))
    assert (said.phase, said.rank, said.net) == ("test", 3, None)
    assert saying("    Train net output #0: loss = 2", [("loss", 2.0)]).net == "Train"
    assert saying("Starting validation for epoch 3", [("epoch", 3.0)]).turn == "val"


def test_where_a_cue_may_lie_behind_what_is_looked_at() -> None:
    far = "step 1 loss 2 " + "x" * 190 + " [val] loss 3"
    assert saying(far, [("loss", 2.0)]).windowed
    assert not saying("step 1 [val] loss 3", [("loss", 2.0)]).windowed


def test_quantities() -> None:
    assert is_quantity("loss")
    assert not is_quantity("lr")
    assert is_quantity("error", "val")
