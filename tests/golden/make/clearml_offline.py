# /// script
# dependencies = ["clearml==2.1.12"]
# ///
"""Golden files of an offline task of ClearML: its scalars, with NaN that it stores as 0.0, and its parameters."""

from __future__ import annotations

import json
import math
import os
import tempfile
from pathlib import Path
from typing import Any

os.environ.update(CLEARML_CACHE_DIR=tempfile.mkdtemp(), CLEARML_OFFLINE_MODE="1", CLEARML_LOG_LEVEL="ERROR")

import clearml
from recording import fresh, grouped, record

SCRATCH = os.environ["CLEARML_CACHE_DIR"]
PARAMETERS = {"lr": 0.05, "batch_size": 32}
KEPT = ("id", "name", "type", "project_name", "hyperparams")


def main() -> None:
    folder = fresh("clearml")
    task = clearml.Task.init(
        project_name="golden", task_name="broken", auto_connect_frameworks=False, auto_resource_monitoring=False,
        auto_connect_arg_parser=False, auto_connect_streams=False,
    )  # fmt: skip
    task.connect(dict(PARAMETERS))
    logger = task.get_logger()
    rows: list[tuple[int, dict[str, float]]] = []
    for step in range(16):
        values = {"loss/train": math.nan if step >= 13 else 0.25 + 2 * math.exp(-step / 6)}
        if step % 4 == 3:
            values |= {"loss/val": 0.5 + 2 * math.exp(-step / 6), "accuracy/val": 1 - math.exp(-step / 5)}
        for name, value in values.items():
            title, _, series = name.partition("/")
            logger.report_scalar(title, series, value=value, iteration=step)
        rows.append((step, {name: 0.0 if math.isnan(value) else value for name, value in values.items()}))
    task.close()
    made = Path(SCRATCH) / "offline" / task.id
    target = folder / "offline-golden"
    target.mkdir()
    for name in ("metrics.jsonl", "task.json"):
        text = (made / name).read_text(encoding="utf-8").replace(task.id, target.name)
        if name == "task.json":
            text = json.dumps({key: value for key, value in json.loads(text).items() if key in KEPT})
        (target / name).write_text(text, encoding="utf-8")
    files: dict[str, Any] = {
        "offline-golden/metrics.jsonl": {"series": grouped(rows), "note": "NaN was logged at steps 13 to 15"},
        "offline-golden/task.json": {"settings": PARAMETERS},
    }
    record(folder, writer="clearml", version=clearml.__version__, files=files)


if __name__ == "__main__":
    main()
