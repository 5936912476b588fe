"""A regression on Friedman's made-up function of ten inputs, with tanh, by AdamW; logs a table."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import friedman
from loop import Program
from models import mlp
from settings import Settings

PROGRAM = Program(
    name="friedman_mlp",
    architecture="mlp",
    dataset="friedman1",
    kind="regression",
    data=friedman,
    model=lambda data, settings: mlp(10, 2 if settings.loss == "gaussian-nll" else 1, settings),
    healthy=Settings(
        optimizer="AdamW", lr=0.02, batch_size=24, epochs=20, width=24, depth=3, activation="tanh", loss="mse",
        weight_decay=0.01,
    ),
    rates={"SGD": 0.04, "AdamW": 0.02},
    format="csv",
    every=5,
    words={"loss": "train_mse", "val_loss": "val_mse"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
