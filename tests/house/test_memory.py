"""Logs that grow large are read in memory that is a few times what comes out of them.

A slice of what `benchmarks/reading.py` measures in processes of their own: fewer rows, one process, and only what
Python and NumPy allocate.
"""

from __future__ import annotations

import importlib.util
import json
import pathlib
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from traindx.readers.csv_table import CsvTable
from traindx.readers.json_lines import JsonLines
from traindx.readers.lightning_csv import LightningCsv
from traindx.readers.trainer_state import TrainerState
from traindx.readers.wandb_offline import WandbOffline
from traindx.schema import Head

MOST = 4.0  # times the arrays
PIECE = 1 << 18  # of the file, as whoever reads it hands it over: part of what is measured
ROWS = [
    {"step": step, "loss": 1 / (1 + step), "lr": 1e-3 / (7 + step), "grad_norm": step / 3} for step in range(50_000)
]
NAMES = tuple(ROWS[0])
BROKEN = [{**row, "loss": float("nan")} if row["step"] % 50 == 49 else row for row in ROWS]
MIXED = [{"step": row["step"], "val_loss": row["loss"]} if row["step"] % 10 == 9 else row for row in ROWS]


def json_lines(rows: list[dict[str, float]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def state(rows: list[dict[str, float]]) -> bytes:
    return json.dumps({"global_step": 1, "log_history": rows}, indent=2).encode()


def table(rows: list[dict[str, float]]) -> bytes:
    return "\n".join([",".join(NAMES), *(",".join(str(row.get(name, "")) for name in NAMES) for row in rows)]).encode()


def gaps() -> bytes:
    lines = (",".join("" if at and (row["step"] + at) % 2 else str(row[name]) for at, name in enumerate(NAMES))
             for row in ROWS)  # fmt: skip
    return "\n".join([",".join(NAMES), *lines, ""]).encode()


def wandb(folder: pathlib.Path) -> bytes:
    path = pathlib.Path(__file__).parents[2] / "benchmarks" / "wandb_writing.py"
    spec = importlib.util.spec_from_file_location("wandb_writing", path)
    assert spec is not None
    assert spec.loader is not None
    writing = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(writing)
    writing.write(folder / "run.wandb", ROWS[:10_000])
    return (folder / "run.wandb").read_bytes()


@pytest.mark.parametrize(
    ("reader", "made"),
    [
        (JsonLines, lambda _: json_lines(ROWS)),
        (JsonLines, lambda _: json_lines(BROKEN)),
        (JsonLines, lambda _: json_lines(MIXED)),
        (JsonLines, lambda _: json_lines(ROWS)[:-1]),
        (TrainerState, lambda _: state(ROWS)),
        (TrainerState, lambda _: state(BROKEN)),
        (CsvTable, lambda _: table(ROWS)),
        (CsvTable, lambda _: gaps()),
        (LightningCsv, lambda _: gaps()),
        (WandbOffline, wandb),
    ],
)
def test_memory(reader: Callable[[Head], Any], made: Callable[[pathlib.Path], bytes], tmp_path: pathlib.Path) -> None:
    data = made(tmp_path)
    for part in (data[: 1 << 14], data):  # the first time something is imported
        tracemalloc.start()
        fold = reader(Head("log", b"", False))
        for at in range(0, len(part), PIECE):
            fold.feed(part[at : at + PIECE])
        if part is data:
            (run,) = fold.runs()
            _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    series = run.series.values()
    assert len(series) >= 3
    arrays = sum(len(one.step_bytes) + len(one.value_bytes) + len(one.wall_bytes or b"") for one in series)
    assert most < MOST * arrays
