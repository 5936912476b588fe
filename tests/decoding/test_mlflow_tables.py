from __future__ import annotations

import math
import pathlib
import sqlite3
from typing import Any

from traindx.decoding.mlflow_tables import is_mlflow, mlflow_runs
from traindx.decoding.sqlite_tables import opened
from traindx.schema import Run

TABLES = (
    "CREATE TABLE runs (run_uuid TEXT, name TEXT, status TEXT, start_time INT, lifecycle_stage TEXT)",
    "CREATE TABLE metrics (key TEXT, value FLOAT, timestamp INT, run_uuid TEXT, step INT, is_nan INT)",
    "CREATE TABLE params (key TEXT, value TEXT, run_uuid TEXT)",
    "CREATE TABLE tags (key TEXT, value TEXT, run_uuid TEXT)",
)


def runs_of(folder: pathlib.Path, **tables: list[tuple[Any, ...]]) -> list[Run]:
    connection = sqlite3.connect(folder / "mlflow.db")
    for statement in TABLES:
        connection.execute(statement)
    for table, rows in tables.items():
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    connection.commit()
    connection.close()
    with opened((folder / "mlflow.db").read_bytes(), "mlflow.db") as found:
        assert is_mlflow(found)
        return mlflow_runs(found, "mlflow.db")


def test_nan_and_infinity_become_what_they_were(tmp_path: pathlib.Path) -> None:
    largest = 1.7976931348623157e308
    (run,) = runs_of(
        tmp_path,
        runs=[("a", "one", "FAILED", 1, "active")],
        metrics=[("loss", 2, 1000, "a", 0, 0), ("loss", 0, 2000, "a", 1, 1), ("loss", largest, 3000, "a", 2, 0),
                 ("loss", -largest, 4000, "a", 3, 0), ("loss", 0, 5000, "a", 4, 0)],
    )  # fmt: skip
    values = run.series["train/loss"].values.tolist()
    assert math.isnan(values[1])
    assert values[0::2] == [2, math.inf, 0]
    assert values[3] == -math.inf
    assert run.fact("infinity stored as the largest double") == 2
    assert run.outcome.state == "crashed"


def test_runs_in_the_order_they_began_without_deleted_and_empty_ones(tmp_path: pathlib.Path) -> None:
    found = runs_of(
        tmp_path,
        runs=[("b", "", "RUNNING", 2, "active"), ("a", None, "FINISHED", 1, "active"), ("c", "", "", 3, "deleted"),
              ("d", "", "", 4, "active")],
        metrics=[("loss", 1, 1, run, step, 0) for run in "abc" for step in (0, 1)],
        params=[("lr", "1e-3", "a"), ("api_key", "sk-abcdefghijklmnop1234", "a")],
        tags=[("mlflow.runName", "old-name", "a")],
    )  # fmt: skip
    assert [(run.id, run.outcome.state) for run in found] == [("a", "completed"), ("b", "running")]
    assert found[0].settings == {"lr": 0.001, "api_key": "[redacted]"}
    assert found[0].fact("run name") == "old-name"


def test_a_resumed_run_supersedes_what_it_logged_again(tmp_path: pathlib.Path) -> None:
    steps = [0, 1, 2, 3, 4, 2, 3]
    (run,) = runs_of(
        tmp_path,
        runs=[("a", "", "", 1, None)],
        metrics=[("loss", at, at, "a", step, 0) for at, step in reversed(list(enumerate(steps)))],
    )
    assert run.series["train/loss"].values.tolist() == [0, 1, 5, 6]
    assert run.fact("points superseded by later ones") == "loss"


def test_values_without_a_step_are_counted_in_their_order(tmp_path: pathlib.Path) -> None:
    (run,) = runs_of(
        tmp_path, runs=[("a", "", "", 1, None)], metrics=[("loss", 9 - at, at, "a", 0, 0) for at in range(5)]
    )
    assert run.series["train/loss"].steps.tolist() == [0, 1, 2, 3, 4]
    assert run.fact("steps replaced by the order of the points") == "loss"


def test_what_is_no_number_is_passed_over(tmp_path: pathlib.Path) -> None:
    (run,) = runs_of(
        tmp_path,
        runs=[("a", b"\xff", "", 1, None)],
        metrics=[("loss", b"x", 1, "a", 0, 0), ("loss", 1, None, "a", "no", 0), ("loss", 1, None, "a", 1, 0)],
    )
    assert run.series["train/loss"].steps.tolist() == [1]
