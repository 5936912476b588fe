from __future__ import annotations

import json
import math
import pathlib
import shutil
import sqlite3

import pytest

from traindx.guards.refusal import Refused
from traindx.readers.tracking_database import TrackingDatabase, accepts
from traindx.schema import Head
from traindx.verbs.read import gather, read

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
DATABASES = [GOLDEN / "mlflow" / "mlflow.db", GOLDEN / "trackio" / "golden.db"]


@pytest.mark.parametrize("path", DATABASES, ids=lambda path: path.name)
def test_every_value_that_was_logged_is_read(path: pathlib.Path) -> None:
    facts = json.loads((path.parent / "facts.json").read_text())["files"][path.name]
    runs = {run.fact("run name"): run for run in read(str(path))}
    assert list(runs) == list(facts["runs"])
    for name, logged in facts["runs"].items():
        run = runs[name]
        assert run.unit == "step"
        assert (run.settings["lr"], run.settings["batch_size"]) == (0.05, 32)
        ours = {"train/loss": "loss" if "loss" in logged else "train_loss", "val/metric/accuracy": "val/accuracy"}
        for key, one in run.series.items():
            known = logged[ours.get(key, key)] if ours.get(key, key) in logged else logged[key]
            assert len(one) == known["points"]
            assert sum(not math.isfinite(value) for value in one.values.tolist()) == known["non_finite"]
            points = dict(zip(one.steps.tolist(), one.values.tolist(), strict=True))
            for step, value in known["some"]:
                assert points[step] == pytest.approx(float(value), rel=1e-15, nan_ok=True)
        assert len(run.series) == len(logged)


@pytest.mark.parametrize("path", DATABASES, ids=lambda path: path.name)
def test_reading_leaves_the_file_and_its_folder_alone(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    copy.chmod(0o444)
    before = copy.read_bytes(), copy.stat().st_mtime_ns
    assert len(gather([str(tmp_path)]).runs) == 2
    assert (copy.read_bytes(), copy.stat().st_mtime_ns) == before
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_run_that_still_writes_is_read_to_its_last_row(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "live.db"
    shutil.copy(DATABASES[1], path)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("INSERT INTO metrics (run_id, timestamp, run_name, step, metrics) "
                   "VALUES ('new', '2026-01-01T00:00:00+00:00', 'new', 0, '{\"loss\": 1}')")  # fmt: skip
    assert [run.fact("run name") for run in read(str(path))] == ["resumed", "broken", "new"]
    writer.close()


def test_another_database_is_refused(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE metrics (step, loss)")
    connection.close()
    head = Head(str(path), path.read_bytes(), True)
    assert accepts(head).score > 0
    fold = TrackingDatabase(head)
    fold.feed(head.data)
    with pytest.raises(Refused, match="no training log"):
        fold.runs()
    assert gather([str(tmp_path)]).troubles[0].what.startswith("no training log lies in")
    assert accepts(Head("a.db", b"SQLite format 2\0", True)).score == 0
