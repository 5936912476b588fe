# /// script
# dependencies = ["mlflow==3.17.2"]
# ///
"""Golden files of MLflow: two runs in its database and in its file store, with NaN, infinity, a resumption, parameters.

Of the database only the tables of runs stay (the whole one, with some fifty empty tables, is a megabyte), and what
would name the machine is taken out: the user, the program, the folder of artifacts.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

os.environ.update(MLFLOW_ALLOW_FILE_STORE="true", MLFLOW_DISABLE_TELEMETRY="true", DO_NOT_TRACK="true")

import mlflow
from mlflow.tracking import MlflowClient
from recording import fresh, grouped, record

PARAMETERS = {"lr": 0.05, "batch_size": 32, "optimizer": "SGD"}
KEPT = ("runs", "metrics", "params", "tags", "experiments")
Rows = list[tuple[int, dict[str, float]]]


def healthy(steps: int) -> Rows:
    rows: Rows = []
    for step in range(steps):
        values = {"train_loss": 0.25 + 2 * math.exp(-step / 6), "lr": 0.05 * 0.9**step}
        if step % 4 == 3:
            values |= {"val/loss": 0.5 + 2 * math.exp(-step / 6), "val/accuracy": 1 - math.exp(-step / 5)}
        rows.append((step, values))
    return rows


def broken(steps: int) -> Rows:
    """Climbs, is infinite both ways, and then no number."""
    worst = {steps - 3: math.inf, steps - 2: -math.inf, steps - 1: math.nan}
    return [(step, {"train_loss": worst.get(step, 2 * 1.5**step), "loss": worst.get(step, 2 * 1.5**step)})
            for step in range(steps)]  # fmt: skip


def log(name: str, rows: Rows, resumed_at: int | None = None) -> tuple[str, Rows]:
    """One run, which may be resumed at a step that it has been behind; its id, and what then holds."""
    first = (
        rows
        if resumed_at is None
        else [
            (step, {key: value + 1 if step >= resumed_at else value for key, value in values.items()})
            for step, values in rows[:-2]
        ]
    )
    with mlflow.start_run(run_name=name) as run:
        mlflow.log_params(PARAMETERS)
        for step, values in first:
            mlflow.log_metrics(values, step=step)
    if resumed_at is not None:
        with mlflow.start_run(run_id=run.info.run_id):
            for step, values in rows[resumed_at:]:
                mlflow.log_metrics(values, step=step)
    return run.info.run_id, rows


def logged(store: str) -> dict[str, Rows]:
    mlflow.set_tracking_uri(store)
    mlflow.set_experiment("golden")
    return dict([log("resumed", healthy(16), resumed_at=8), log("broken", broken(9))])


def slim(source: Path, target: Path) -> None:
    shutil.copy(source, target)
    database = sqlite3.connect(target)
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        if name not in KEPT and not name.startswith("sqlite_"):
            database.execute(f'DROP TABLE "{name}"')
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql > ''").fetchall():
        database.execute(f'DROP INDEX "{name}"')
    database.execute("UPDATE runs SET user_id = 'user', source_name = 'train.py', artifact_uri = ''")
    database.execute("UPDATE experiments SET artifact_location = ''")
    database.execute("DELETE FROM tags WHERE key != 'mlflow.runName'")
    database.commit()
    database.execute("PRAGMA page_size = 512")
    database.execute("VACUUM")
    database.close()


def main() -> None:
    folder = fresh("mlflow")
    files: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        runs = logged(f"sqlite:///{scratch}/mlflow.db")
        slim(Path(scratch) / "mlflow.db", folder / "mlflow.db")
        names = {run: MlflowClient().get_run(run).info.run_name for run in runs}
        files["mlflow.db"] = {"runs": {names[run]: grouped(rows) for run, rows in runs.items()}, "settings": PARAMETERS}
        for run, rows in logged(f"file:{scratch}/mlruns").items():
            (source,) = Path(scratch).glob(f"mlruns/*/{run}")
            target = folder / "mlruns" / "0" / run
            for part in ("metrics", "params"):
                shutil.copytree(source / part, target / part)
            (target / "tags").mkdir()
            shutil.copy(source / "tags" / "mlflow.runName", target / "tags")
            meta = (source / "meta.yaml").read_text()
            meta = re.sub(r"(?m)^(artifact_uri|user_id): .*$", r"\1: ''", meta)
            (target / "meta.yaml").write_text(meta)
            for key, what in grouped(rows).items():
                files[f"mlruns/0/{run}/metrics/{key}"] = {"series": {key: what}}
    record(folder, writer="mlflow", version=mlflow.__version__, files=files,
           note="mlflow.db without the tables that hold no runs")  # fmt: skip


if __name__ == "__main__":
    main()
