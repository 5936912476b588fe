# /// script
# dependencies = ["wandb==0.31.0"]
# ///
"""Golden `.wandb` files of offline runs: configuration, nested keys, NaN and infinity, a defined step, a torn tail."""

from __future__ import annotations

import math
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

os.environ.update(WANDB_MODE="offline", WANDB_SILENT="true", WANDB_DISABLE_GIT="true", WANDB_DISABLE_CODE="true")

import wandb
from recording import fresh, grouped, record

CONFIG = {"lr": 0.01, "optimizer": "SGD", "batch_size": 32, "nesterov": True, "model": {"depth": 3, "dropout": 0.1}}


def settings(folder: Path) -> wandb.Settings:
    """Offline, and without what the machine would add about itself."""
    return wandb.Settings(
        root_dir=str(folder), console="off", host="host", program="train.py", program_relpath="train.py",
        x_disable_stats=True, x_disable_meta=True, x_disable_machine_info=True, x_save_requirements=False,
        disable_git=True, save_code=False, run_name="golden", username="user", email="user@example.org",
    )  # fmt: skip


def logged(steps: int) -> list[tuple[int, dict[str, Any]]]:
    """A loss that falls and breaks, a validation loss now and then, in nested and in flat words."""
    rows = []
    for step in range(steps):
        values: dict[str, Any] = {"train/loss": 0.2 + 2 * math.exp(-step / 9), "lr": 0.01 * 0.95**step}
        values["epoch"] = step // 8
        if step % 8 == 7:
            values["val"] = {"loss": 0.5 + 2 * math.exp(-step / 9), "accuracy": 1 - math.exp(-step / 9)}
        if step == steps - 3:
            values["train/loss"] = math.inf
        if step >= steps - 2:
            values["train/loss"] = math.nan
        rows.append((step, values))
    return rows


def flat(values: dict[str, Any]) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, value in values.items():
        if isinstance(value, dict):
            found.update({f"{name}.{inner}": number for inner, number in value.items()})
        else:
            found[name] = value
    return found


def run(target: Path, rows: list[tuple[int, dict[str, Any]]], config: dict[str, Any]) -> Path:
    """Log the rows in a real offline run and keep its binary file."""
    with tempfile.TemporaryDirectory() as scratch:
        with wandb.init(project="golden", config=config, settings=settings(Path(scratch)), id="golden01") as active:
            for step, values in rows:
                active.log(values, step=step)
        found = next(Path(scratch).glob("wandb/offline-run-*/*.wandb"))
        folder = target / found.parent.name.replace(found.parent.name.split("-")[2], "20260101_000000")
        folder.mkdir(parents=True)
        shutil.copy(found, folder / found.name)
    return folder / found.name


def main() -> None:
    folder = fresh("wandb")
    rows = logged(32)
    whole = run(folder / "whole", rows, CONFIG)
    series = grouped([(step, flat(values)) for step, values in rows])
    facts = {"series": series, "settings": CONFIG}
    files: dict[str, Any] = {str(whole.relative_to(folder)): facts}
    torn = folder / "torn" / "run-golden01.wandb"
    torn.parent.mkdir()
    content = whole.read_bytes()
    torn.write_bytes(content[: len(content) // 2])
    files["torn/run-golden01.wandb"] = {"settings": CONFIG, "torn": "cut in the middle; a prefix of whole"}
    # Longer than a block of 32,768 bytes: the record of the configuration is split in two.
    few = logged(8)
    long = run(folder / "across_blocks", few, {**CONFIG, "note": "x" * 33_000})
    series = grouped([(step, flat(values)) for step, values in few])
    files[str(long.relative_to(folder))] = {"series": series, "settings": CONFIG}
    record(folder, writer="wandb", version=wandb.__version__, files=files)


if __name__ == "__main__":
    main()
