"""Writes a healthy curve as a log, in one of the forms in which people keep them: see healthy_more.py."""

from __future__ import annotations

import csv
import json
import pathlib
from collections.abc import Callable
from typing import Any

import numpy as np
from healthy_making import Columns, Course

Rows = list[dict[str, Any]]


def rows(c: Course, columns: Columns) -> Rows:
    """One row a point, with the step or the epoch in front; what is measured less often is in some of them only."""
    axis = "epoch" if c.grain == "epoch" else "step"
    made: Rows = [{axis: c.start + (place + 1) * c.every} for place in range(c.n)]
    for name, values in columns.items():
        places, numbers = values if isinstance(values, tuple) else (range(c.n), np.broadcast_to(values, c.n))
        for place, number in zip(places, np.asarray(numbers, dtype=float).tolist(), strict=True):
            made[int(place)][name] = float(f"{number:.6g}")
    if c.settings.get("resumed"):
        cut = int(c.n * c.u(0.5, 0.8))
        made = made[:cut] + made[int(cut * 0.9) :]
    return made


def comma_table(rows: Rows, folder: pathlib.Path) -> pathlib.Path:
    return _table(rows, folder / "log.csv", list(dict.fromkeys(name for row in rows for name in row)))


def lightning(rows: Rows, folder: pathlib.Path) -> pathlib.Path:
    """Sorted columns, and what is measured less often in rows of its own."""
    names = sorted({name for row in rows for name in row})
    rare = {name for name in names if any(name not in row for row in rows)}
    split: Rows = []
    for row in rows:
        axis = {name: row[name] for name in ("step", "epoch") if name in row}
        split.append({name: value for name, value in row.items() if name not in rare})
        if rare & row.keys():
            split.append({**axis, **{name: row[name] for name in rare if name in row}})
    return _table(split, folder / "metrics.csv", names)


def _table(rows: Rows, path: pathlib.Path, names: list[str]) -> pathlib.Path:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, names, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def json_lines(rows: Rows, folder: pathlib.Path) -> pathlib.Path:
    path = folder / "log.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def history(rows: Rows, folder: pathlib.Path) -> pathlib.Path:
    """A dictionary of lists."""
    path = folder / "history.json"
    names = list(dict.fromkeys(name for row in rows for name in row))
    path.write_text(json.dumps({name: [row[name] for row in rows if name in row] for name in names}))
    return path


def printed(rows: Rows, folder: pathlib.Path) -> pathlib.Path:
    """Lines such as `step 100 | loss 1.234 | lr 0.001`."""
    path = folder / "train.log"
    lines = [" | ".join(f"{name} {value:.5g}" for name, value in row.items()) for row in rows]
    path.write_text("starting\n" + "\n".join(lines) + "\n")
    return path


def printed_epochs(rows: Rows, folder: pathlib.Path) -> pathlib.Path:
    """Lines such as `Epoch 3/40: loss=1.234, val_loss=1.456`."""
    path, last = folder / "out.txt", rows[-1]["epoch"]
    lines = [
        f"Epoch {row['epoch']}/{last}: " + ", ".join(f"{k}={v:.4g}" for k, v in row.items() if k != "epoch")
        for row in rows
    ]
    path.write_text("\n".join(lines) + "\n")
    return path


def trainer_state(rows: Rows, folder: pathlib.Path) -> pathlib.Path:
    """As the Trainer of transformers keeps it: evaluations are entries of their own."""
    entries: Rows = []
    for row in rows:
        epoch = round(row["step"] / rows[-1]["step"] * 3, 4)
        for evaluation in (False, True):
            part = {k: v for k, v in row.items() if k != "step" and k.startswith("eval_") == evaluation}
            entries += [{**part, "epoch": epoch, "step": row["step"]}] if part else []
    path = folder / "trainer_state.json"
    path.write_text(
        json.dumps({"global_step": rows[-1]["step"], "log_history": entries, "max_steps": rows[-1]["step"]})
    )
    return path


FORMS: dict[str, tuple[Callable[[Rows, pathlib.Path], pathlib.Path], ...]] = {
    "step": (comma_table, json_lines, printed, lightning),
    "window": (comma_table, json_lines, printed, lightning, trainer_state),
    "epoch": (comma_table, json_lines, printed_epochs, lightning, history),
}


def form(c: Course, columns: Columns) -> Callable[[Rows, pathlib.Path], pathlib.Path]:
    """One of the forms that could hold it."""
    fitting = [
        one
        for one in FORMS[c.grain]
        if one is not trainer_state
        or ("loss" in columns and not c.settings)  # its state knows one loss, and no repeats
    ]
    return fitting[int(c.rng.integers(len(fitting)))]
