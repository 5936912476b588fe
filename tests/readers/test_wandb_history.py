from __future__ import annotations

import json
import math
import pathlib
from typing import Any

from traindx.readers.wandb_history import WandbHistory, accepts
from traindx.schema import Head, Run
from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "wandb_history"


def row(at: int, **logged: Any) -> dict[str, Any]:
    return {**logged, "_runtime": 1.5 + at, "_timestamp": 1580137778.5 + at, "_step": at}


def read(*rows: Any, end: bytes = b"\r\n") -> Run:
    data = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + end for line in rows)
    head = Head("wandb/run-1-abc/wandb-history.jsonl", data, True)
    assert accepts(head).score > 0.95
    fold = WandbHistory(head)
    fold.feed(data)
    (run,) = fold.runs()
    return run


def test_the_clock_is_kept_and_the_counters_are_no_curves() -> None:
    run = read(row(0, loss=2), row(1, loss=float("nan")), row(2, loss="Infinity", val={"acc": 0.5}))
    assert set(run.series) == {"train/loss", "val/metric/accuracy"}
    one = run.series["train/loss"]
    assert one.wall.tolist() == [1580137778.5, 1580137779.5, 1580137780.5]
    assert math.isnan(one.values[1])
    assert one.values[2] == math.inf
    assert run.id == "wandb/run-1-abc"


def test_what_a_resumed_run_logged_again_supersedes_what_stood_there() -> None:
    run = read(*(row(at, loss=value) for value, at in enumerate((0, 1, 2, 3, 1, 2))))
    assert run.series["train/loss"].values.tolist() == [0, 4, 5]


def test_lines_that_are_no_rows_are_counted() -> None:
    run = read(row(0, loss=2), b"{", row(1, loss=1), b"", b"[1]", row(2, loss=0))
    assert run.fact("rows refused") == 2
    assert len(run.series["train/loss"]) == 3


def test_the_golden_folder_is_one_run_with_its_settings() -> None:
    (run,) = gather([str(GOLDEN)]).runs
    assert {name: run.settings[name] for name in ("lr", "batch_size")} == {"lr": 0.05, "batch_size": 32}
    assert len(run.series["train/loss"]) == 20
    assert run.series["test/metric/accuracy"].steps.tolist() == [5, 11, 17, 23]


def test_a_summary_and_other_rows_are_left_alone() -> None:
    summary = json.dumps(row(9, loss=1)).encode()
    assert accepts(Head("wandb-summary.json", summary, True)).score == 0
    assert accepts(Head("wandb-history.jsonl", b'{"step": 1, "loss": 2}\n', True)).score == 0
    assert accepts(Head("wandb-history.jsonl", b"", True)).score == 0
