"""A residual network with batch norm on Friedman's second function, by SGD; logs a table."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import electric
from loop import Program
from models import residual
from settings import Settings

PROGRAM = Program(
    name="friedman_residual",
    architecture="residual",
    dataset="friedman2",
    kind="regression",
    data=electric,
    model=lambda data, settings: residual(4, 2 if settings.loss == "gaussian-nll" else 1, settings),
    healthy=Settings(lr=0.01, batch_size=32, epochs=18, width=24, depth=2, weight_decay=1e-3, loss="mse"),
    rates={"SGD": 0.01, "AdamW": 0.005},
    format="csv",
    every=6,
    words={"loss": "train_loss", "lr": "lr", "val_loss": "valid_loss"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
