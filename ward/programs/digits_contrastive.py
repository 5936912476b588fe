"""Finds the two halves of a digit that belong together in a batch, by AdamW; logs JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import views
from loop import Program
from models import Pairs
from settings import Settings

PROGRAM = Program(
    name="digits_contrastive",
    architecture="twins",
    dataset="digits",
    kind="pairs",
    data=views,
    model=lambda data, settings: Pairs(settings),
    healthy=Settings(
        optimizer="AdamW", lr=0.004, batch_size=48, epochs=16, width=48,
        depth=3, weight_decay=0.01, loss="contrastive", dropout=0.1,
    ),
    rates={"SGD": 0.2, "AdamW": 0.004},
    format="jsonl",
    every=7,
    words={"loss": "train/loss", "val_loss": "val/loss"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
