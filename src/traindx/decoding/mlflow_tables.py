"""The runs that MLflow keeps in a database, from its tables `runs`, `metrics`, `params` and `tags`.

NaN is stored as 0 with a mark beside it, and infinity as the largest double; both become what they were. MLflow keeps
one of several rows that are the same in every column.
"""

from __future__ import annotations

from typing import Any

from traindx.decoding.event_log import Points
from traindx.decoding.nested_settings import flattened
from traindx.decoding.sqlite_tables import Tables
from traindx.decoding.tag_curves import Curves, Told, ending
from traindx.decoding.yaml_subset import scalar
from traindx.guards.limits import MAX_SERIES
from traindx.schema import Fact, Outcome, Run

MARKS = {"key", "value", "run_uuid"}  # columns that tell MLflow's table of metrics from another
LARGEST = 1.7976931348623157e308  # what SQLAlchemy's store writes for infinity
# What MLflow calls its states, as text in a database and as a number in a file.
STATES = {
    "RUNNING": "running", "1": "running", "FINISHED": "completed", "3": "completed", "FAILED": "crashed",
    "4": "crashed", "KILLED": "interrupted", "5": "interrupted",
}  # fmt: skip
ACTIVE = (None, "active")

Point = tuple[int, float, float]


def is_mlflow(tables: Tables) -> bool:
    """Whether the tables are MLflow's."""
    return set(tables.columns("metrics")) >= MARKS and "run_uuid" in tables.columns("runs")


def mlflow_runs(tables: Tables, path: str) -> list[Run]:
    """All runs that were not deleted, in the order they began."""
    points: dict[str, dict[str, list[Point]]] = {}
    columns = ("run_uuid", "key", "value", "timestamp", "step", "is_nan")
    for run, key, value, time, step, is_nan in tables.rows("metrics", columns, order=("timestamp", "step")):
        plain = _value(value, is_nan)
        of_run = points.setdefault(str(run), {})
        if plain is None or not isinstance(step or 0, int) or (str(key) not in of_run and len(of_run) >= MAX_SERIES):
            continue
        wall = time / 1000 if isinstance(time, (int, float)) else float("nan")
        of_run.setdefault(str(key), []).append((step or 0, plain, wall))
    settings, tags = _pairs(tables, "params"), _pairs(tables, "tags")
    runs = []
    known = ("run_uuid", "name", "status", "lifecycle_stage", "start_time")
    for run, name, status, stage, _ in tables.rows("runs", known, order=("start_time",)):
        if stage not in ACTIVE or run not in points:
            continue
        called = str(name or tags.get(run, {}).get("mlflow.runName") or "")
        base = Run(
            id=str(run),
            source=path,
            format="mlflow-database",
            settings=flattened({key: scalar(str(value)) for key, value in settings.get(run, {}).items()}),
            facts=[*([Fact("run name", called)] if called else []), *_infinite(points[run])],
            outcome=Outcome(state=STATES.get(str(status), "unknown")),
        )
        runs.append(_curves(points[run]).onto(base))
    return runs


def _value(value: Any, is_nan: Any) -> float | None:
    if is_nan:
        return float("nan")
    if not isinstance(value, (int, float)):
        return None
    return float(value) if abs(value) < LARGEST else float("inf") if value > 0 else float("-inf")


def _infinite(found: dict[str, list[Point]]) -> list[Fact]:
    """For each metric how often the largest double stood for infinity, and where first."""
    facts = []
    for key, rows in found.items():
        steps = [step for step, value, _ in rows if value in (float("inf"), float("-inf"))]
        if steps:
            facts.append(Fact("infinity stored as the largest double", len(steps), step=steps[0], where=key))
    return facts


def _curves(found: dict[str, list[Point]]) -> Curves:
    import numpy as np

    points = {}
    for key, rows in found.items():
        steps, values, wall = zip(*rows, strict=True)
        points[key] = Points(np.array(steps, "<i8"), np.array(values, "<f8"), np.array(wall, "<f8"))
    return Curves(points, {key: Told(key, key, per=ending(key)) for key in points})


def _pairs(tables: Tables, table: str) -> dict[str, dict[str, Any]]:
    """Names and values of each run."""
    found: dict[str, dict[str, Any]] = {}
    for run, key, value in tables.rows(table, ("run_uuid", "key", "value")):
        found.setdefault(str(run), {})[str(key)] = value
    return found
