# /// script
# dependencies = ["swanlab==0.10.3"]
# ///
"""A golden `.swanlab` file of an offline run: nested keys, zero, NaN and infinity, and the configuration beside it.

What was printed and which files were saved is taken out, with SwanLab's own reader and writer: it names the machine.
"""

from __future__ import annotations

import math
import shutil
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import swanlab
from recording import fresh, grouped, record
from swanlab.proto.swanlab.record.v1.record_pb2 import Record
from swanlab.sdk.internal.core_python.store import DataStoreReader, DataStoreWriter

CONFIG = {"lr": 0.05, "batch_size": 32, "model": {"dropout": 0.1}}


KEPT = ("start", "finish", "column", "scalar")


def slim(source: Path, target: Path) -> None:
    reader, writer = DataStoreReader(), DataStoreWriter()
    reader.open(source)
    writer.open(target)
    for data in iter(reader):
        if Record.FromString(data).WhichOneof("record_type") in KEPT:
            writer.write(data)
    reader.close()
    writer.close()


def main() -> None:
    folder = fresh("swanlab")
    rows: list[tuple[int, dict[str, float]]] = []
    with tempfile.TemporaryDirectory() as scratch:
        run = swanlab.init(
            project="golden", name="broken", mode="offline", logdir=scratch, config=CONFIG, id="golden01",
            settings=swanlab.Settings(console={"proxy_type": "none"}),
        )  # fmt: skip
        for step in range(16):
            odd = {12: 0.0, 13: math.inf, 14: -math.inf, 15: math.nan}
            values: dict[str, Any] = {
                "train/loss": odd.get(step, 0.25 + 2 * math.exp(-step / 6)),
                "lr": 0.05 * 0.9**step,
            }
            if step % 4 == 3:
                values["val"] = {"loss": 0.5 + 2 * math.exp(-step / 6), "acc": 1 - math.exp(-step / 5)}
            swanlab.log(values, step=step)
            flat = {key: value for key, value in values.items() if key != "val"}
            rows.append((step, {**flat, **{f"val/{key}": value for key, value in values.get("val", {}).items()}}))
        run.finish()
        (made,) = Path(scratch).glob("run-*/run-*.swanlab")
        target = folder / "run-20260101_000000-golden01"
        (target / "files").mkdir(parents=True)
        slim(made, target / made.name)
        shutil.copy(made.parent / "files" / "config.yaml", target / "files")
    file = f"{target.name}/{made.name}"
    files = {file: {"series": grouped(rows)}, f"{target.name}/files/config.yaml": {"settings": CONFIG}}
    record(folder, writer="swanlab", version=version("swanlab"), files=files)


if __name__ == "__main__":
    main()
