"""A GRU that tells the next value of a noisy series, by AdamW; logs JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import waves
from loop import Program
from models import Forecaster
from settings import Settings

PROGRAM = Program(
    name="waves_gru",
    architecture="gru",
    dataset="waves",
    kind="regression",
    data=waves,
    model=lambda data, settings: Forecaster(2 if settings.loss == "gaussian-nll" else 1, settings),
    healthy=Settings(
        optimizer="AdamW", lr=0.01, batch_size=32, epochs=14, width=24,
        depth=1, weight_decay=0.01, clip=1.0, loss="mse",
    ),
    rates={"SGD": 0.1, "AdamW": 0.01},
    format="jsonl",
    every=8,
    words={"loss": "loss", "val_loss": "eval_loss"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
