"""Headers and rows of tables, against the standard library's reader where the two mean the same."""

from __future__ import annotations

import csv
import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.table import dialect, row

TABLES: list[tuple[str, tuple[str, list[str]] | None]] = [
    ("epoch,acc,loss\n0,0.5,2.2\n1,0.6,0.9", (",", ["epoch", "acc", "loss"])),
    ("epoch,acc,loss\n0,0.5,2.2\n1,0.6", (",", ["epoch", "acc", "loss"])),
    ("epoch,acc,loss\n0,0.5", (",", ["epoch", "acc", "loss"])),
    ("epoch,acc,loss", (",", ["epoch", "acc", "loss"])),
    ("\ufeffepoch,loss\n0,1", (",", ["epoch", "loss"])),
    ("epoch;loss\n0;0,5\n1;0,4", (";", ["epoch", "loss"])),
    ("timestamp\tstep\tloss\n1\t2\t3", ("\t", ["timestamp", "step", "loss"])),
    (
        "               epoch,      train/box_loss\n                   0,   1.2\n 1, 1.1",
        (",", ["epoch", "train/box_loss"]),
    ),
    (",epoch,loss\n0,1,0.5\n1,2,0.4", (",", ["", "epoch", "loss"])),
    ("   epoch  loss\n0      1   0.5\n1      2   0.4", (" ", ["", "epoch", "loss"])),
    ("step loss lr\n1 0.5 0.1\n2 0.4 0.1", (" ", ["step", "loss", "lr"])),
    ("# step loss\n1 0.5\n2 0.4\n3 0.3", (" ", ["step", "loss"])),
    ('#{"t_start": 1.5, "env_id": "x"}\nr,l,t\n1.5,20,0.3\n2.5,21,0.4', (",", ["r", "l", "t"])),
    ("# written by hand\nepoch,loss\n1,2\n2,2", (",", ["epoch", "loss"])),
    ("| epoch | loss |\n|-------|------|\n| 1 | 0.5 |\n| 2 | 0.4 |", ("|", ["epoch", "loss"])),
    ('epoch,"loss, total"\n1,"[0.1, 0.2]"\n2,"[0.3, 0.4]"\n', (",", ["epoch", "loss, total"])),
    ("epoch,loss\n0,NA\n1,nan\n2,0.3", (",", ["epoch", "loss"])),
    ("epoch,loss,\n0,1,\n1,2,", (",", ["epoch", "loss", ""])),
    ("12250,0.74109,0.73348\n12251,0.73853,0.73361", None),
    ("Hello, world\nthis is, a text\nof, prose\nwith, commas", None),
    ("step 1 loss 0.5\nstep 2 loss 0.4\nstep 3 loss 0.3", None),
    ("loss\n1\n2", None),
    ("loss,loss\n1,2\n1,2", None),
    ("{'loss': 0.3, 'epoch': 1}\n{'loss': 0.2, 'epoch': 2}\n{'loss': 0.2, 'epoch': 2}", None),
    ("", None),
    ("\n\n", None),
    ("#\n#", None),
]


@pytest.mark.parametrize(("text", "expected"), TABLES)
def test_dialects(text: str, expected: tuple[str, list[str]] | None) -> None:
    assert dialect(text.split("\n")) == expected


@pytest.mark.parametrize(("line", "delimiter", "cells"), [
    ("0, 1 ,  2", ",", ["0", "1", "2"]),
    ('1,"[0.1, 0.2]",3', ",", ["1", "[0.1, 0.2]", "3"]),
    ('1,"say ""hi""",', ",", ["1", 'say "hi"', ""]),
    ('1,"never closed, 2', ",", ["1", "never closed, 2"]),
    ('1, "a,b" ,2', ",", ["1", "a,b", "2"]),
    ('5" disk,2', ",", ['5" disk', "2"]),
    ("0;0,5;1,5e-3;a,b;1,2,3", ";", ["0", "0.5", "1.5e-3", "a,b", "1,2,3"]),
    ("1,2\x003", ",", ["1", "23"]),
    ("| 1 | 0.5 |", "|", ["1", "0.5"]),
    ("  1   0.5\t2 ", " ", ["1", "0.5", "2"]),
    ("", ",", [""]),
])  # fmt: skip
def test_rows(line: str, delimiter: str, cells: list[str]) -> None:
    assert row(line, delimiter) == cells


def test_a_cell_longer_than_the_limit_of_the_csv_module() -> None:
    assert row('1,"' + "x" * 200_000 + '",2', ",") == ["1", "x" * 200_000, "2"]


CELLS = st.lists(st.text("ab1. \",;'", max_size=8).map(str.strip), min_size=2, max_size=6)


@given(CELLS, st.sampled_from([",", "\t"]))
def test_what_the_csv_module_writes_is_read_back(cells: list[str], delimiter: str) -> None:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, lineterminator="").writerow(cells)
    assert row(written.getvalue(), delimiter) == cells


@given(st.lists(st.text(max_size=40), max_size=8), st.sampled_from([",", "\t", ";", "|", " "]))
def test_anything_gives_a_table_or_none(lines: list[str], delimiter: str) -> None:
    found = dialect(lines)
    assert found is None or (len(found[1]) >= 2 and found[0] in ",\t;| ")
    for line in lines:
        assert all("\0" not in cell for cell in row(line, delimiter))


@pytest.mark.parametrize("unit", ['"', '""', ',"', '", ', " ", ",", "1,", ";1,", "|", '" '])
@pytest.mark.parametrize("delimiter", [",", ";", "|", " "])
def test_hostile_rows_take_linear_time(unit: str, delimiter: str) -> None:
    begun = time.process_time()
    row((unit * 300_000)[:300_000], delimiter)
    assert time.process_time() - begun < 2
