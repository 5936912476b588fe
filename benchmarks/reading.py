"""What reading tables and rows costs, against peers that are taken to the same end.

The end is one array of float64 a name with the steps of its points, the names not known beforehand. Ours and the peer
in turn in one process, processor time without imports, median of ratios with an interval. Then the memory: how far the
resident set of a process that has everything imported rises while it reads, over the size of the arrays that come out
(values, steps and, where the log has them, times). The bars are those of the project; exits with 1 where one is missed.
The peers need pandas; polars is taken along where it is installed.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import numpy as np
import reading_tensorboard
import wandb_writing
from intervals import median_interval

from traindx.readers.csv_table import CsvTable
from traindx.readers.json_lines import JsonLines
from traindx.readers.lightning_csv import LightningCsv
from traindx.readers.tensorboard import Tensorboard
from traindx.readers.trainer_state import TrainerState
from traindx.readers.wandb_offline import WandbOffline
from traindx.schema import Head, Run

ROWS, MANY_ROWS, ROUNDS, PIECE = 100_000, 300_000, 15, 1 << 20
MEMORY = 4.0  # times the arrays, at most
READERS = {one.__name__: one for one in (JsonLines, TrainerState, CsvTable, LightningCsv, WandbOffline, Tensorboard)}
Curves = dict[str, tuple[Any, Any]]


def rows_of(count: int) -> list[dict[str, Any]]:
    draw = random.Random(0)
    return [{"step": step, "loss": draw.random(), "lr": 1e-3 * draw.random(), "grad_norm": draw.lognormvariate(0, 1)}
            for step in range(count)]  # fmt: skip


def write(folder: pathlib.Path, count: int) -> None:
    """One file of each kind, the same numbers in all."""
    rows = rows_of(count)
    broken = [{**row, "loss": float("nan")} if row["step"] % 50 == 49 else row for row in rows]
    mixed = [{"step": row["step"], "val_loss": row["loss"]} if row["step"] % 10 == 9 else row for row in rows]
    for name, some in (("plain", rows), ("nan", broken), ("mixed", mixed)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in some))
        state = {"global_step": count, "epoch": 1.0, "best_metric": None, "log_history": some}
        (folder / f"{name}.json").write_text(json.dumps(state, indent=2))
    names = list(rows[0])
    for name, some in (("full", rows), ("nan", broken)):
        lines = [",".join(str(row[name]) for name in names) for row in some]
        (folder / f"{name}.csv").write_text("\n".join([",".join(names), *lines]) + "\n")
    gaps = [",".join("" if at and (row["step"] + at) % 2 else str(row[name]) for at, name in enumerate(names))
            for row in rows]  # fmt: skip
    (folder / "gaps.csv").write_text("\n".join([",".join(names), *gaps]) + "\n")


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
    table = importlib.import_module("pandas").read_csv(path)
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


def memory(reader: str, path: pathlib.Path) -> float:
    """How far the memory of a process rises while it reads a file, over the size of the arrays."""
    command = [sys.executable, __file__, "--child", reader, str(path)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def child(reader: str, path: pathlib.Path) -> None:
    """Reads the beginning first, so that all is imported."""
    fold = READERS[reader](Head(str(path), b"", False))
    with path.open("rb") as file:
        fold.feed(file.read(1 << 12))
    if reader != "TrainerState":
        fold.runs()
    pathlib.Path("/proc/self/clear_refs").write_text("5")  # the peak begins here
    before = kilobytes("VmRSS")
    (run,) = ours(READERS[reader], path)
    arrays = sum(len(one.step_bytes) + len(one.value_bytes) + len(one.wall_bytes or b"") for one in run.series.values())
    print(1024 * (kilobytes("VmHWM") - before) / arrays)


def kilobytes(word: str) -> int:
    (line,) = (line for line in pathlib.Path("/proc/self/status").read_text().splitlines() if line.startswith(word))
    return int(line.split()[1])


def speed(folder: pathlib.Path) -> bool:
    """Prints the ratios; whether all bars are kept."""
    cases: list[tuple[str, Callable[[Head], Any], str, str, Callable[[pathlib.Path], Curves], float | None]] = [
        ("JSON lines / msgspec", JsonLines, "plain.jsonl", "plain.jsonl", with_msgspec, 1.5),
        ("JSON lines / json", JsonLines, "plain.jsonl", "plain.jsonl", with_json, None),
        ("JSON lines, each tenth an evaluation / msgspec", JsonLines, "mixed.jsonl", "mixed.jsonl", with_msgspec, 1.5),
        ("JSON lines with NaN / msgspec without", JsonLines, "nan.jsonl", "plain.jsonl", with_msgspec, 3.0),
        ("trainer state / msgspec", TrainerState, "plain.json", "plain.json", with_msgspec, 1.5),
        ("trainer state with NaN / msgspec without", TrainerState, "nan.json", "plain.json", with_msgspec, 3.0),
        ("CSV / pandas", CsvTable, "full.csv", "full.csv", with_pandas, 3.0),
        ("CSV with gaps / pandas", CsvTable, "gaps.csv", "gaps.csv", with_pandas, 3.0),
        ("CSV with NaN / pandas", CsvTable, "nan.csv", "full.csv", with_pandas, 3.0),
        ("Lightning's CSV with gaps / pandas", LightningCsv, "gaps.csv", "gaps.csv", with_pandas, 3.0),
    ]
    if importlib.util.find_spec("polars"):
        cases += [("JSON lines / polars", JsonLines, "plain.jsonl", "plain.jsonl", with_polars, None),
                  ("CSV / polars", CsvTable, "full.csv", "full.csv", with_polars, None)]  # fmt: skip
    kept = True
    for title, reader, mine, theirs, peer, bar in cases:
        (run,) = ours(reader, folder / mine)
        if mine == theirs:
            must_agree(run, peer(folder / theirs))
        ratios = [processor(lambda: ours(reader, folder / mine)) / processor(lambda: peer(folder / theirs))
                  for _ in range(ROUNDS)]  # fmt: skip
        low, high = median_interval(ratios)
        middle = statistics.median(ratios)
        told = "" if bar is None else f"  at most {bar:g}: {'kept' if middle <= bar else 'MISSED'}"
        kept = kept and (bar is None or middle <= bar)
        print(f"{title:48s} {middle:6.2f}x  [{low:.2f}, {high:.2f}]  n={ROUNDS}{told}", flush=True)
    return kept


def main() -> int:
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], pathlib.Path(sys.argv[3]))
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, ROWS)
        kept = speed(folder)
        write(folder, MANY_ROWS)
        (folder / "torn.jsonl").write_bytes((folder / "plain.jsonl").read_bytes()[:-1])
        wandb_writing.write(folder / "run.wandb", rows_of(ROWS))
        reading_tensorboard.write(folder / "events.out.tfevents.1.host", whole_checksums=False)
        for reader, file in (("JsonLines", "plain.jsonl"), ("JsonLines", "nan.jsonl"), ("JsonLines", "torn.jsonl"),
                             ("JsonLines", "mixed.jsonl"), ("TrainerState", "plain.json"), ("TrainerState", "nan.json"),
                             ("CsvTable", "full.csv"), ("CsvTable", "gaps.csv"), ("CsvTable", "nan.csv"),
                             ("LightningCsv", "gaps.csv"), ("WandbOffline", "run.wandb"),
                             ("Tensorboard", "events.out.tfevents.1.host")):  # fmt: skip
            most = memory(reader, folder / file)
            kept = kept and most <= MEMORY
            told = "kept" if most <= MEMORY else "MISSED"
            print(f"memory, {reader} {file:30s} {most:5.1f}x the arrays  at most {MEMORY:g}: {told}", flush=True)
    return 0 if kept else 1


def must_agree(run: Run, curves: Curves) -> None:
    """The same points, to the bit, under names that may differ."""
    found = sorted(one.value_bytes for one in run.series.values())
    if found != sorted(values.astype("<f8").tobytes() for _, values in curves.values()):
        raise SystemExit(f"{run.source}: ours and the peer read other numbers")


if __name__ == "__main__":
    sys.exit(main())
