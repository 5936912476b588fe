"""What reading tables and rows costs, against peers that are taken to the same end.

The end is one array of float64 a name with the steps of its points, the names not known beforehand. Ours and the peer
in turn in one process, processor time without imports, median of ratios with an interval. Beside it the most memory
that ours takes over the arrays that come out, the pieces of the file included. Aims, not promises: it says which are
kept and exits with 0. The peers need pandas; polars is taken along where it is installed.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import pathlib
import random
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import numpy as np
import pandas as pd
from intervals import median_interval

from traindx.readers.csv_table import CsvTable
from traindx.readers.json_lines import JsonLines
from traindx.readers.lightning_csv import LightningCsv
from traindx.readers.trainer_state import TrainerState
from traindx.schema import Head, Run

ROWS, ROUNDS, PIECE = 100_000, 11, 1 << 20
Curves = dict[str, tuple[Any, Any]]


def write(folder: pathlib.Path) -> None:
    """One file of each kind, the same numbers in all."""
    draw = random.Random(0)
    rows = [{"step": step, "loss": draw.random(), "lr": 1e-3 * draw.random(), "grad_norm": draw.lognormvariate(0, 1)}
            for step in range(ROWS)]  # fmt: skip
    broken = [{**row, "loss": float("nan")} if row["step"] % 50 == 49 else row for row in rows]
    for name, some in (("plain", rows), ("nan", broken)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in some))
        state = {"global_step": ROWS, "epoch": 1.0, "best_metric": None, "log_history": some}
        (folder / f"{name}.json").write_text(json.dumps(state, indent=2))
    names = list(rows[0])
    full = [",".join(str(row[name]) for name in names) for row in rows]
    gaps = [",".join("" if at and (row["step"] + at) % 2 else str(row[name]) for at, name in enumerate(names))
            for row in rows]  # fmt: skip
    for name, lines in (("full", full), ("gaps", gaps)):
        (folder / f"{name}.csv").write_text("\n".join([",".join(names), *lines]) + "\n")


def ours(reader: Callable[[Head], Any], path: pathlib.Path) -> list[Run]:
    fold = reader(Head(str(path), b"", False))
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            fold.feed(piece)
    runs: list[Run] = fold.runs()
    return runs


def by_rows(rows: Iterable[dict[str, Any]]) -> Curves:
    columns: dict[str, tuple[list[int], list[float]]] = {}
    for row in rows:
        for name, value in row.items():
            if name != "step":
                steps, values = columns.setdefault(name, ([], []))
                steps.append(row["step"])
                values.append(value)
    return {name: (np.array(steps, "<i8"), np.array(values, "<f8")) for name, (steps, values) in columns.items()}


def with_msgspec(path: pathlib.Path) -> Curves:
    data = path.read_bytes()
    return by_rows(msgspec.json.Decoder().decode_lines(data) if path.suffix == ".jsonl"
                   else msgspec.json.decode(data)["log_history"])  # fmt: skip


def with_json(path: pathlib.Path) -> Curves:
    if path.suffix == ".jsonl":
        return by_rows(map(json.loads, path.read_text().splitlines()))
    return by_rows(json.loads(path.read_text())["log_history"])


def with_pandas(path: pathlib.Path) -> Curves:
    table = pd.read_csv(path)
    there = {name: table[name].notna() for name in table.columns if name != "step"}
    return {name: (table["step"][rows].to_numpy("<i8"), table[name][rows].to_numpy("<f8"))
            for name, rows in there.items()}  # fmt: skip


def with_polars(path: pathlib.Path) -> Curves:
    polars = importlib.import_module("polars")
    table = polars.read_csv(path) if path.suffix == ".csv" else polars.read_ndjson(path)
    parts = {name: table.select("step", name).drop_nulls() for name in table.columns if name != "step"}
    return {name: (part["step"].to_numpy(), part[name].to_numpy()) for name, part in parts.items()}


def processor(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


def memory(act: Callable[[], list[Run]]) -> float:
    """The most that is held at once, over the size of the arrays."""
    tracemalloc.start()
    (run,) = act()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / sum(len(one.step_bytes) + len(one.value_bytes) for one in run.series.values())


def main() -> int:
    cases: list[tuple[str, Callable[[Head], Any], str, str, Callable[[pathlib.Path], Curves], float | None]] = [
        ("JSON lines / msgspec", JsonLines, "plain.jsonl", "plain.jsonl", with_msgspec, 1.5),
        ("JSON lines / json", JsonLines, "plain.jsonl", "plain.jsonl", with_json, None),
        ("JSON lines with NaN / msgspec without", JsonLines, "nan.jsonl", "plain.jsonl", with_msgspec, 3.0),
        ("trainer state / msgspec", TrainerState, "plain.json", "plain.json", with_msgspec, 1.5),
        ("trainer state with NaN / msgspec without", TrainerState, "nan.json", "plain.json", with_msgspec, 3.0),
        ("CSV / pandas", CsvTable, "full.csv", "full.csv", with_pandas, 3.0),
        ("CSV with gaps / pandas", CsvTable, "gaps.csv", "gaps.csv", with_pandas, 3.0),
        ("Lightning's CSV with gaps / pandas", LightningCsv, "gaps.csv", "gaps.csv", with_pandas, 3.0),
    ]
    if importlib.util.find_spec("polars"):
        cases += [("JSON lines / polars", JsonLines, "plain.jsonl", "plain.jsonl", with_polars, None),
                  ("CSV / polars", CsvTable, "full.csv", "full.csv", with_polars, None)]  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder)
        for title, reader, mine, theirs, peer, aim in cases:
            (run,) = ours(reader, folder / mine)
            if mine == theirs:
                must_agree(run, peer(folder / theirs))
            ratios = [processor(lambda: ours(reader, folder / mine)) / processor(lambda: peer(folder / theirs))
                      for _ in range(ROUNDS)]  # fmt: skip
            low, high = median_interval(ratios)
            middle = statistics.median(ratios)
            told = "" if aim is None else f"  aim <= {aim:g}: {'kept' if middle <= aim else 'missed'}"
            most = memory(lambda: ours(reader, folder / mine))
            print(f"{title:42s} {middle:6.2f}x  [{low:.2f}, {high:.2f}]  n={ROUNDS}  memory {most:4.1f}x{told}")
    return 0


def must_agree(run: Run, curves: Curves) -> None:
    """The same points, to the bit, under names that may differ."""
    found = sorted(one.value_bytes for one in run.series.values())
    if found != sorted(values.astype("<f8").tobytes() for _, values in curves.values()):
        raise SystemExit(f"{run.source}: ours and the peer read other numbers")


if __name__ == "__main__":
    sys.exit(main())
