"""A regression on the progress of diabetes; logs JSON lines, the loss being a mean squared error."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import diabetes
from loop import Program
from models import mlp
from settings import Settings

PROGRAM = Program(
    name="diabetes_mlp",
    architecture="mlp",
    dataset="diabetes",
    kind="regression",
    data=diabetes,
    model=lambda data, settings: mlp(10, 2 if settings.loss == "gaussian-nll" else 1, settings),
    healthy=Settings(lr=0.003, batch_size=16, epochs=20, width=16, depth=2, weight_decay=3e-3, loss="mse"),
    rates={"SGD": 0.003, "AdamW": 0.002},
    format="jsonl",
    every=6,
    grad_norm=False,
    words={"loss": "loss", "val_loss": "val_loss"},
)

if __name__ == "__main__":
    main(PROGRAM)
