# /// script
# dependencies = ["trackio==0.43.0"]
# ///
"""A golden database of Trackio: two runs with NaN, infinity, nested names, a resumption and a configuration.

Only the tables `metrics` and `configs` stay, and what would name the machine is taken out of the configuration. The
header still says that the database had a write-ahead log.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

os.environ["TRACKIO_DIR"] = tempfile.mkdtemp()

import trackio
from recording import fresh, grouped, record

SCRATCH = os.environ["TRACKIO_DIR"]
CONFIG = {"lr": 0.05, "batch_size": 32, "model": {"dropout": 0.1}}
KEPT = ("metrics", "configs")
Rows = list[tuple[int, dict[str, Any]]]


def rows_of(steps: int, *, broken: bool) -> Rows:
    rows: Rows = []
    for step in range(steps):
        values: dict[str, Any] = {"train/loss": 0.25 + 2 * math.exp(-step / 6), "lr": 0.05 * 0.9**step, "note": "text"}
        if step % 4 == 3:
            values["val"] = {"loss": 0.5 + 2 * math.exp(-step / 6), "accuracy": 1 - math.exp(-step / 5)}
        if broken and step >= steps - 3:
            values["train/loss"] = [math.inf, -math.inf, math.nan][step - steps + 3]
        rows.append((step, values))
    return rows


def flat(rows: Rows) -> list[tuple[int, dict[str, float]]]:
    return [(step, {**{key: value for key, value in values.items() if isinstance(value, float)},
                    **{f"val/{key}": value for key, value in values.get("val", {}).items()}})
            for step, values in rows]  # fmt: skip


def log(name: str, rows: Rows, resume: str = "never") -> None:
    trackio.init(project="golden", name=name, config=CONFIG, resume=resume, auto_log_gpu=False, auto_log_cpu=False)
    for step, values in rows:
        trackio.log(values, step=step)
    trackio.finish()


def slim(source: Path, target: Path) -> None:
    shutil.copy(source, target)
    database = sqlite3.connect(target, isolation_level=None)
    database.execute("PRAGMA journal_mode = DELETE")
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        if name not in KEPT and not name.startswith("sqlite_"):
            database.execute(f"DROP TABLE {name}")
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql > ''").fetchall():
        database.execute(f"DROP INDEX {name}")
    for number, text in database.execute("SELECT id, config FROM configs").fetchall():
        kept = {key: value for key, value in json.loads(text).items() if key != "_Username"}
        database.execute("UPDATE configs SET config = ? WHERE id = ?", (json.dumps(kept).encode(), number))
    database.execute("PRAGMA page_size = 512")
    database.execute("VACUUM")
    database.execute("PRAGMA journal_mode = WAL")
    database.close()


def main() -> None:
    folder = fresh("trackio")
    whole, broken = rows_of(16, broken=False), rows_of(9, broken=True)
    again = [(step, {**values, "train/loss": values["train/loss"] + 1} if step >= 8 else values)
             for step, values in whole[:-2]]  # fmt: skip
    log("resumed", again)
    log("resumed", whole[8:], resume="must")
    log("broken", broken)
    slim(next(Path(SCRATCH).glob("golden*.db")), folder / "golden.db")
    shutil.rmtree(SCRATCH)
    facts = {"runs": {"resumed": grouped(flat(whole)), "broken": grouped(flat(broken))}, "settings": CONFIG}
    record(folder, writer="trackio", version=trackio.__version__, files={"golden.db": facts},
           note="without the tables that hold no metrics")  # fmt: skip


if __name__ == "__main__":
    main()
