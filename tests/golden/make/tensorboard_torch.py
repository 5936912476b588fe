# /// script
# dependencies = ["torch==2.13.0", "tensorboard==2.21.0", "numpy==2.4.6"]
# ///
"""Golden event files of torch's SummaryWriter: both kinds of scalars, a restart, a torn tail and more."""

from __future__ import annotations

import math
import socket
from pathlib import Path
from typing import Any

import numpy
import tensorboard
import torch
from recording import fresh, grouped, record
from torch.utils.tensorboard import SummaryWriter

WRITTEN_AS_FLOAT32 = "float32: equal after rounding to float32"


def curve(step: int, floor: float = 0.2) -> float:
    """A loss that falls."""
    return floor + 2.0 * math.exp(-step / 12) + 0.05 * math.sin(7 * step)


def scalars(writer: SummaryWriter, steps: range, **more: Any) -> list[tuple[int, dict[str, float]]]:
    """Log a loss, a learning rate and, every fifth step, a validation loss; gives what was logged."""
    rows = []
    for step in steps:
        values = {"Loss/train": curve(step), "lr": 0.01 * 0.9**step}
        if step % 5 == 4:
            values["Loss/val"] = curve(step, 0.5)
        for name, value in values.items():
            writer.add_scalar(name, value, step, **more)
        rows.append((step, values))
    return rows


def several_kinds(folder: Path) -> list[tuple[int, dict[str, float]]]:
    """Scalars among a histogram, a text and an image, with NaN and infinity near the end."""
    with SummaryWriter(str(folder)) as writer:
        rows = scalars(writer, range(20))
        for step, value in ((20, math.inf), (21, math.nan), (22, math.nan)):
            writer.add_scalar("Loss/train", value, step)
            rows.append((step, {"Loss/train": value}))
        writer.add_histogram("weights/first", numpy.linspace(-1, 1, 50), 3, bins="auto")
        writer.add_text("note", "lr 0.01, batch 32", 0)
        writer.add_image("sample", numpy.zeros((1, 4, 4), dtype=numpy.uint8), 0)
    return rows


def restarted(folder: Path) -> tuple[list[tuple[int, dict[str, float]]], list[tuple[int, dict[str, float]]]]:
    """Two files: the first run came to step 14 and crashed, the second resumed at 10 and purges what lies behind."""
    with SummaryWriter(str(folder), filename_suffix=".first") as writer:
        first = scalars(writer, range(15))
    with SummaryWriter(str(folder), purge_step=10, filename_suffix=".second") as writer:
        second = scalars(writer, range(10, 25))
    return first, second


def main() -> None:
    socket.gethostname = lambda: "host"  # the name goes into the file names
    folder = fresh("tensorboard")
    files: dict[str, Any] = {}
    rows = several_kinds(folder / "several_kinds")
    files["several_kinds"] = {"series": grouped(rows), "others": ["weights/first", "note", "sample"]}

    with SummaryWriter(str(folder / "tensors")) as writer:
        rows = scalars(writer, range(12), new_style=True)
    files["tensors"] = {"series": grouped(rows)}
    with SummaryWriter(str(folder / "doubles")) as writer:
        rows = scalars(writer, range(12), new_style=True, double_precision=True)
    files["doubles"] = {"series": grouped(rows), "precision": "float64"}

    first, second = restarted(folder / "restarted")
    files["restarted"] = {
        "series": grouped([row for row in first if row[0] < 10] + second),
        "purged": {"from_step": 10, "events": sum(len(values) for step, values in first if step >= 10)},
    }

    whole = folder / "whole"
    with SummaryWriter(str(whole)) as writer:
        rows = scalars(writer, range(12))
    files["whole"] = {"series": grouped(rows)}
    event_file = next(whole.iterdir())
    (folder / "torn").mkdir()
    (folder / "torn" / event_file.name).write_bytes(event_file.read_bytes()[:-9])
    # The last record is the learning rate of step 11.
    rows = [*rows[:-1], (11, {"Loss/train": rows[-1][1]["Loss/train"]})]
    files["torn"] = {"series": grouped(rows), "torn": "the last record lacks its last 9 bytes"}

    with SummaryWriter(str(folder / "many_at_once")) as writer:
        for step in range(8):
            writer.add_scalars("loss", {"train": curve(step), "val": curve(step, 0.5)}, step)
    for name, floor in (("train", 0.2), ("val", 0.5)):
        files[f"many_at_once/loss_{name}"] = {
            "series": grouped([(step, {"loss": curve(step, floor)}) for step in range(8)])
        }

    with SummaryWriter(str(folder / "hparams")) as writer:
        settings = {"lr": 0.01, "batch_size": 32, "optimizer": "SGD", "nesterov": True}
        writer.add_hparams(settings, {"best/val": 0.71}, run_name="trial")
    files["hparams/trial"] = {"settings": settings, "series": grouped([(0, {"best/val": 0.71})])}
    for known in files.values():
        known.setdefault("precision", WRITTEN_AS_FLOAT32)
    version = f"torch {torch.__version__}, tensorboard {tensorboard.__version__}"
    record(folder, writer="torch.utils.tensorboard.SummaryWriter", version=version, files=files)


if __name__ == "__main__":
    main()
