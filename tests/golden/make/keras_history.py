# /// script
# dependencies = ["tensorflow-cpu==2.21.0", "keras==3.15.1", "scikit-learn==1.9.1"]
# ///
"""Golden files of Keras: CSVLogger's table, a dumped History, the lines and the progress bar it prints."""

from __future__ import annotations

import contextlib
import io
import json
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
from recording import fresh, grouped, record
from sklearn.datasets import load_digits


class Overheard(keras.callbacks.Callback):
    """Keeps what Keras hands to its callbacks at the end of an epoch; `nan_from` breaks the weights there."""

    def __init__(self, nan_from: int | None = None) -> None:
        super().__init__()
        self.rows: list[tuple[int, dict[str, float]]] = []
        self.nan_from = nan_from

    def on_epoch_begin(self, epoch: int, logs: dict[str, float] | None = None) -> None:
        if epoch == self.nan_from:
            self.model.set_weights([weight * float("nan") for weight in self.model.get_weights()])

    def on_epoch_end(self, epoch: int, logs: dict[str, float] | None = None) -> None:
        self.rows.append((epoch, dict(logs or {})))


class Terminal(io.StringIO):
    """A stream that says it is a terminal, so that the bar draws itself over."""

    def isatty(self) -> bool:
        return True


def train(epochs: int, verbose: int, *callbacks: Any, nan_from: int | None = None, validate_every: int = 1) -> Any:
    """A real fit; gives the History and what was heard."""
    keras.utils.set_random_seed(1)
    inputs, labels = load_digits(return_X_y=True)
    inputs = inputs[:640] / 16
    model = keras.Sequential([keras.Input((64,)), keras.layers.Dense(24, "relu"), keras.layers.Dense(10)])
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(keras.optimizers.AdamW(0.01), loss, metrics=["accuracy"])
    heard = Overheard(nan_from)
    slower = keras.callbacks.ReduceLROnPlateau("loss", factor=0.5, patience=1, min_delta=0.15)
    history = model.fit(
        inputs, labels[:640], batch_size=128, epochs=epochs, verbose=verbose, validation_split=0.2,
        validation_freq=validate_every, callbacks=[slower, heard, *callbacks],
    )  # fmt: skip
    return history, heard


def plain(history: dict[str, list[Any]]) -> dict[str, list[float]]:
    return {name: [float(value) for value in values] for name, values in history.items()}


def printed(path: Path, verbose: int, stream: io.StringIO, **more: Any) -> Any:
    with contextlib.redirect_stdout(stream):
        _, heard = train(5, verbose, **more)
    path.write_text(stream.getvalue(), encoding="utf-8", newline="")
    return heard


def main() -> None:
    folder = fresh("keras")
    files: dict[str, Any] = {}
    for name, nan_from in (("", None), ("_nan", 4)):
        table = keras.callbacks.CSVLogger(str(folder / f"training{name}.csv"))
        history, heard = train(8, 0, table, nan_from=nan_from)
        (folder / f"history{name}.json").write_text(json.dumps(plain(history.history)) + "\n", encoding="utf-8")
        files[f"training{name}.csv"] = {"series": grouped(heard.rows), "step": "0-based epoch"}
        files[f"history{name}.json"] = {"series": grouped(heard.rows), "step": "position in the list, 0-based epoch"}

    # Validated every second epoch only: the columns of the validation hold NA in between.
    separated = keras.callbacks.CSVLogger(str(folder / "training.tsv"), separator="\t")
    _, heard = train(4, 0, separated, validate_every=2)
    files["training.tsv"] = {"series": grouped(heard.rows), "step": "0-based epoch"}

    digits = {"decimals": "4, small numbers as 1.2000e-04", "step": "1-based epoch"}
    heard = printed(folder / "stdout_one_line_an_epoch.txt", 2, io.StringIO())
    files["stdout_one_line_an_epoch.txt"] = {"series": grouped(heard.rows), "printed": digits}
    heard = printed(folder / "stdout_one_line_an_epoch_nan.txt", 2, io.StringIO(), nan_from=3)
    files["stdout_one_line_an_epoch_nan.txt"] = {"series": grouped(heard.rows), "printed": digits}
    heard = printed(folder / "stdout_bar.txt", 1, Terminal())
    files["stdout_bar.txt"] = {"series": grouped(heard.rows), "printed": digits}
    record(folder, writer="keras", version=keras.__version__, files=files)


if __name__ == "__main__":
    main()
