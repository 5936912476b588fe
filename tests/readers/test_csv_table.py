from __future__ import annotations

import random

import numpy as np
import pytest

from traindx.readers.csv_table import CsvTable, accepts
from traindx.schema import Head, Run


def read(text: str | bytes, path: str = "log.csv") -> list[Run]:
    data = text if isinstance(text, bytes) else text.encode()
    fold = CsvTable(Head(path, data[:65536], True))
    fold.feed(data)
    return fold.runs()


def score(text: str | bytes) -> float:
    data = text if isinstance(text, bytes) else text.encode()
    return accepts(Head("log.csv", data, True)).score


def curve(run: Run, key: str) -> tuple[list[int], list[float]]:
    return run.series[key].steps.tolist(), run.series[key].values.tolist()


PLAIN = "epoch,train_loss,val_loss\n1,2.5,2.75\n2,1.5,1.75\n"


@pytest.mark.parametrize(
    "data",
    [
        PLAIN,
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", " , "),
        PLAIN.replace(",", "  "),
        PLAIN.replace(",", ";").replace(".", ","),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.rstrip("\n"),
        "\ufeff" + PLAIN,
        PLAIN.encode("utf-16"),
        PLAIN.replace("epoch,train_loss,val_loss", '"epoch","train_loss","val_loss"'),
        PLAIN.replace("2.5", '"2.5"'),
        PLAIN.replace("2.5", "\"tensor(2.5, device='cuda:0')\""),
        "# epoch,train_loss,val_loss\n1,2.5,2.75\n2,1.5,1.75\n",
    ],
)
def test_one_table_in_many_dresses(data: str | bytes) -> None:
    assert score(data) > 0.5
    (run,) = read(data)
    assert run.unit == "epoch"
    assert curve(run, "train/loss") == ([1, 2], [2.5, 1.5])
    assert curve(run, "val/loss") == ([1, 2], [2.75, 1.75])


def test_cells_without_a_number_are_no_points() -> None:
    (run,) = read("step,loss,acc\n1,NA,\n2,nan,50%\n3,inf,None\n4,0.5,60 %\n")
    np.testing.assert_array_equal(run.series["train/loss"].values, [np.nan, np.inf, 0.5])
    assert curve(run, "train/metric/accuracy") == ([2, 4], [50.0, 60.0])


def test_rows_that_do_not_fit_are_counted() -> None:
    (run,) = read("step,loss\n1,0.5\n2\n3,0.25,7\n4,0.125\n")
    assert curve(run, "train/loss") == ([1, 4], [0.5, 0.125])
    assert run.fact("rows refused") == 2


def test_the_split_column_says_whose_the_row_is() -> None:
    (run,) = read("epoch,split,loss\n1,train,2\n1,valid,3\n2,train,1\n2,valid,2\n")
    assert curve(run, "train/loss") == ([1, 2], [2.0, 1.0])
    assert curve(run, "val/loss") == ([1, 2], [3.0, 2.0])


@pytest.mark.parametrize("name", ["", "Unnamed: 0"])
def test_an_unnamed_index_is_the_axis(name: str) -> None:
    text = f"{name},loss,val_loss\n0,2,3\n1,1,2\n2,1,2\n"
    assert score(text) > 0.5
    (run,) = read(text)
    assert curve(run, "train/loss") == ([0, 1, 2], [2.0, 1.0, 1.0])


def test_a_cell_may_hold_line_ends() -> None:
    (run,) = read('step,loss,note\n1,0.5,"two\nlines"\n2,0.25,one\n')
    assert curve(run, "train/loss") == ([1, 2], [0.5, 0.25])


def test_a_comment_in_front_gives_settings() -> None:
    (run,) = read("# learning_rate=0.1 batch_size=64 host=a\nstep loss\n1 0.5\n")
    assert run.settings == {"lr": 0.1, "batch_size": 64}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("id,price,score\n1,2,3\n", "loss or a metric"),
        ("age,hearing_loss,weight\n1,2,3\n", "loss or a metric"),
        ("customer,loss,price\n1,2,3\n", "counts steps"),
        ("1,2,3\n4,5,6\n", "names"),
        ("epoch,loss\n", "no table"),
        ("", "no table"),
    ],
)
def test_what_is_no_log_is_refused_with_its_reason(text: str, word: str) -> None:
    match = accepts(Head("x.csv", text.encode(), True))
    assert match.score == 0
    assert word in match.reason


def test_a_curve_exported_by_tensorboard_has_the_name_of_its_file() -> None:
    text = "Wall time,Step,Value\n1.5,10,3\n2.5,20,2\n"
    assert score(text) > 0.8
    (run,) = read(text, "x/run-a-tag-val_loss.csv")
    assert set(run.series) == {"val/loss"}
    assert curve(run, "val/loss") == ([10, 20], [3, 2])


def test_a_chart_exported_by_wandb_holds_several_runs() -> None:
    names = ["Step", "sun-1 - loss", "sun-1 - loss__MIN", "sun-1 - loss__MAX", "moon-2 - loss"]
    text = ",".join(f'"{name}"' for name in names) + '\n"1","3","3","3",""\n"2","2","2","2","5"\n'
    assert score(text) > 0.5
    first, second = read(text)
    assert curve(first, "train/loss") == ([1, 2], [3, 2])
    assert curve(second, "train/loss") == ([2], [5])
    assert set(first.series) == {"train/loss"}


def test_many_rows_are_read_as_one_by_one() -> None:
    header = "step,epoch,loss,acc,seed\n"
    rows = [f"{n},{n // 100},{1 / (n + 1)!r},{n % 7}, nan\n" for n in range(5_000)]
    rows[2_500] = "2500,25,NA,1,2\n"
    dense, sparse = (
        header + "".join(rows),
        header.replace(",seed", "") + "".join(row.rsplit(",", 1)[0] + "\n" for row in rows),
    )
    assert curve(read(dense)[0], "train/loss") == curve(read(sparse)[0], "train/loss")
    assert len(read(sparse)[0].series["train/loss"]) == 4_999
    assert read(sparse)[0].steps_per_epoch == 100


def made(seed: int) -> bytes:
    """A table with an odd row now and then."""
    draw = random.Random(seed)
    odd = [
        "1,2",
        "",
        "3,nan,,x",
        '4,"0.5",,x',
        "# 5",
        "6,NA,5%,",
        "step,loss,lr,note",
        "7,-0,.5,1_0",
        "8,inf,1e400,y",
        ",,,",
    ]
    found = ["step,loss,lr,note"]
    for step in range(draw.choice([30, 400])):
        found.append(f"{step},{draw.random()},{draw.choice(['', '0.1'])},{draw.choice(['', 'x'])}")
        if draw.random() < 0.02:
            found.append(draw.choice(odd))
    return (draw.choice(["\n", "\r\n"]).join(found) + draw.choice(["", "\n"])).encode()


@pytest.mark.parametrize("seed", range(20))
def test_many_rows_at_once_make_the_run_that_they_make_one_by_one(seed: int) -> None:
    data = made(seed)
    parts = CsvTable(Head("log.csv", data, True))
    for line in data.splitlines(keepends=True):
        parts.feed(line)
    assert read(data) == parts.runs()
    assert [list(run.series) for run in read(data)] == [list(run.series) for run in parts.runs()]
