"""Draws noisy digits again without their noise, by AdamW; logs a table."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import pictures
from loop import Program
from models import mlp
from settings import Settings

PROGRAM = Program(
    name="digits_autoencoder",
    architecture="autoencoder",
    dataset="digits",
    kind="reconstruction",
    data=pictures,
    model=lambda data, settings: mlp(64, 64, settings),
    healthy=Settings(
        optimizer="AdamW", lr=0.004, batch_size=32, epochs=20, width=48,
        depth=3, weight_decay=0.01, loss="mse", activation="gelu",
    ),
    rates={"SGD": 0.3, "AdamW": 0.004},
    format="csv",
    every=10,
    words={"loss": "train/mse", "val_loss": "val/mse"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
