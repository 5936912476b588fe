# /// script
# dependencies = ["tensorflow-cpu==2.21.0", "tensorboard==2.21.0", "keras==3.15.1", "scikit-learn==1.9.1"]
# ///
"""Golden event files of Keras' TensorBoard callback: scalars as tensors, in the folders `train` and `validation`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import keras
import keras_history
import tensorflow
from recording import fresh, grouped, record

BATCHES = 4  # an epoch has 512 rows in batches of 128


def bare(files: list[Path], target: Path) -> None:
    """Copy event files under a name without the machine's."""
    target.mkdir(parents=True)
    for file in files:
        _, _, kind, seconds, *_, version = file.name.split(".")
        (target / f"events.out.{kind}.{seconds}.host.1.0.{version}").write_bytes(file.read_bytes())


def main() -> None:
    folder = fresh("tensorboard_keras")
    with tempfile.TemporaryDirectory() as scratch:
        callback = keras.callbacks.TensorBoard(scratch, write_graph=False, update_freq="epoch")
        _, heard = keras_history.train(6, 0, callback)
        for part in ("train", "validation"):
            bare(sorted((Path(scratch) / part).glob("events.*")), folder / part)
    files: dict[str, Any] = {"train": [], "validation": []}
    for epoch, values in heard.rows:
        for name, value in values.items():
            part = "validation" if name.startswith("val_") else "train"
            word = "epoch_" + name.removeprefix("val_")
            files[part].append((epoch, {word: value}))
            if part == "validation":
                word = f"evaluation_{name.removeprefix('val_')}_vs_iterations"
                files[part].append(((epoch + 1) * BATCHES, {word: value}))
    facts = {part: {"series": grouped(rows), "precision": "float32"} for part, rows in files.items()}
    version = f"keras {keras.__version__}, tensorflow {tensorflow.__version__}"
    record(folder, writer="keras.callbacks.TensorBoard", version=version, files=facts)


if __name__ == "__main__":
    main()
