# /// script
# dependencies = ["torch==2.13.0", "ultralytics==8.4.190"]
# ///
"""A golden `results.csv` of Ultralytics: a tiny detector on drawn squares, and one whose training was resumed and ends
in NaN. What is known of the files is what was handed to the writer.
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from recording import fresh, grouped, record

CONFIG = Path(tempfile.mkdtemp(prefix="golden-settings-"))
os.environ["YOLO_CONFIG_DIR"] = str(CONFIG)

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from ultralytics import YOLO  # noqa: E402
from ultralytics.engine.trainer import BaseTrainer  # noqa: E402
from ultralytics.utils import SETTINGS  # noqa: E402

SIZE, PICTURES, EPOCHS = 64, 12, 6
Rows = list[tuple[int, dict[str, float]]]


def drawn(folder: Path) -> Path:
    """Pictures of a square each, and where it lies."""
    draw = np.random.default_rng(0)
    for split in ("train", "val"):
        for kind in ("images", "labels"):
            (folder / split / kind).mkdir(parents=True)
        for index in range(PICTURES):
            picture = draw.integers(0, 60, (SIZE, SIZE, 3), dtype=np.uint8)
            x, y, side = draw.integers(4, 30), draw.integers(4, 30), draw.integers(12, 28)
            picture[y : y + side, x : x + side] = 230
            cv2.imwrite(str(folder / split / "images" / f"{index}.png"), picture)
            box = [(x + side / 2) / SIZE, (y + side / 2) / SIZE, side / SIZE, side / SIZE]
            text = " ".join(["0", *(f"{value:.5f}" for value in box)]) + "\n"
            (folder / split / "labels" / f"{index}.txt").write_text(text)
    data = folder / "data.yaml"
    data.write_text(f"path: {folder}\ntrain: train/images\nval: val/images\nnames:\n  0: square\n")
    return data


def as_written(value: float) -> float:
    """The number with the six digits that the writer keeps."""
    return float(f"{value:.6g}")


def heard(rows: Rows) -> Any:
    """The writer, and a list that hears what it is handed."""
    writer = BaseTrainer.save_metrics

    def save_metrics(self: Any, metrics: dict[str, float]) -> None:
        rows.append((self.epoch + 1, {name: as_written(float(value)) for name, value in metrics.items()}))
        writer(self, metrics)

    return save_metrics


def trained(folder: Path) -> Rows:
    """A real training, whose results.csv is kept."""
    rows: Rows = []
    writer, BaseTrainer.save_metrics = BaseTrainer.save_metrics, heard(rows)
    with tempfile.TemporaryDirectory() as place:
        data = drawn(Path(place) / "squares")
        YOLO("yolov8n.yaml").train(data=str(data), epochs=EPOCHS, imgsz=SIZE, batch=4, workers=0, device="cpu", seed=0,
                                   project=place, name="run", plots=False, amp=False, optimizer="SGD")  # fmt: skip
        (folder / "train").mkdir()
        shutil.copy(Path(place) / "run" / "results.csv", folder / "train" / "results.csv")
    BaseTrainer.save_metrics = writer
    return rows


def resumed(folder: Path, like: dict[str, float]) -> Rows:
    """The writer alone: epochs 4 and 5 are trained again after a resumption, the losses of the last two are NaN."""
    rows: Rows = []
    path = folder / "resumed" / "results.csv"
    path.parent.mkdir()
    for count, epoch in enumerate([0, 1, 2, 3, 4, 3, 4, 5, 6]):
        broken = epoch > 4
        metrics = {name: math.nan if broken and name.startswith("train/") else 2 * math.exp(-epoch / 4) + 0.01 * count
                   for name in like}  # fmt: skip
        trainer = SimpleNamespace(csv=path, epoch=epoch, train_time_start=time.time() - 5 * count)
        BaseTrainer.save_metrics(trainer, metrics)
        rows.append((epoch + 1, {name: as_written(value) for name, value in metrics.items()}))
    again = dict(rows)  # the epochs that were trained again count
    return sorted(again.items())


def told(values: dict[str, float]) -> dict[str, float]:
    """Whatever stands under `metrics/` is measured on the validation set."""
    return {name.replace("metrics/", "val/"): value for name, value in values.items()}


def main() -> None:
    SETTINGS.update({"sync": False})
    folder = fresh("ultralytics")
    first = trained(folder)
    second = resumed(folder, first[0][1])
    files = {f"{name}/results.csv": {"series": grouped([(epoch, told(values)) for epoch, values in rows])}
             for name, rows in (("train", first), ("resumed", second))}  # fmt: skip
    record(folder, writer="ultralytics", version=version("ultralytics"), files=files,
           note="the column of times is the machine's own")  # fmt: skip
    shutil.rmtree(CONFIG, ignore_errors=True)


if __name__ == "__main__":
    main()
