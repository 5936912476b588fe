"""How programs write down what happens: a table with its settings beside, JSON lines, printed lines, or little."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, Protocol


class Log(Protocol):
    """What a program tells: its settings once, then rows of numbers; a row of an epoch has no step."""

    def head(self, settings: dict[str, Any]) -> None: ...

    def row(self, step: int | None, values: dict[str, float]) -> None: ...

    def close(self) -> None: ...


class Table:
    """metrics.csv and hparams.yaml in a folder; training and validation on rows of their own, the rest empty."""

    def __init__(self, path: Path, words: dict[str, str]) -> None:
        self.path, self.words = path, words
        self.rows: list[dict[str, Any]] = []

    def head(self, settings: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{name}: {json.dumps(value)}\n" for name, value in sorted(settings.items())]
        self.path.with_name("hparams.yaml").write_text("".join(lines), encoding="utf-8")

    def row(self, step: int | None, values: dict[str, float]) -> None:
        named = {self.words.get(name, name): f"{value:.5g}" for name, value in values.items()}
        self.rows.append({"step": step, **named} if step is not None else named)

    def close(self) -> None:
        names = list(dict.fromkeys(name for row in self.rows for name in row))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, names, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)


class Lines:
    """A JSON object a line; the first holds the settings."""

    def __init__(self, path: Path, words: dict[str, str]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.stream, self.words = path.open("w", encoding="utf-8"), words

    def head(self, settings: dict[str, Any]) -> None:
        self.stream.write(json.dumps({"config": settings}) + "\n")

    def row(self, step: int | None, values: dict[str, float]) -> None:
        named = {self.words.get(name, name): float(f"{value:.5g}") for name, value in values.items()}
        self.stream.write(json.dumps({"step": step, **named} if step is not None else named) + "\n")

    def close(self) -> None:
        self.stream.close()


class Printed:
    """What a program prints: `step 40 | loss 2.3026 | lr 0.05`, its settings as one line at the head."""

    def __init__(self, path: Path, words: dict[str, str]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.stream, self.words = path.open("w", encoding="utf-8"), words

    def head(self, settings: dict[str, Any]) -> None:
        shown = ", ".join(f"{name}={value!r}" for name, value in settings.items())
        self.stream.write(f"Namespace({shown})\n")

    def row(self, step: int | None, values: dict[str, float]) -> None:
        values = dict(values)
        epoch = values.pop("epoch", None)
        parts = [] if epoch is None else [f"epoch {epoch:g}"]
        parts += [] if step is None else [f"step {step}"]
        for name, value in values.items():
            shown = f"{value:.2e}" if name == "lr" else f"{value:.4f}"
            parts.append(f"{self.words.get(name, name)} {shown}")
        self.stream.write(" | ".join(parts) + "\n")

    def close(self) -> None:
        self.stream.close()


class Brief:
    """What the tersest programs print: one training loss an epoch, and nothing else."""

    def __init__(self, path: Path, words: dict[str, str]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.stream = path.open("w", encoding="utf-8")
        self.epochs = 0
        self.losses: list[float] = []

    def head(self, settings: dict[str, Any]) -> None:
        self.epochs = settings["epochs"]

    def row(self, step: int | None, values: dict[str, float]) -> None:
        if "loss" in values:
            self.losses.append(values["loss"])
        if "val_loss" in values:
            loss = sum(self.losses) / len(self.losses)
            self.stream.write(f"Epoch {values['epoch'] + 1:g}/{self.epochs} - loss: {loss:.4f}\n")
            self.losses.clear()

    def close(self) -> None:
        self.stream.close()


FORMATS = {"csv": Table, "jsonl": Lines, "text": Printed, "brief": Brief}
