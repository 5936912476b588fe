"""A transformer that reads the eight rows of a digit as eight words, by AdamW with warm-up; logs a table."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import digits
from loop import Program
from models import Rows
from settings import Settings

PROGRAM = Program(
    name="digits_transformer",
    architecture="transformer",
    dataset="digits",
    kind="image",
    data=digits,
    model=lambda data, settings: Rows(10 + settings.extra_classes, settings),
    healthy=Settings(
        optimizer="AdamW",
        lr=0.005,
        batch_size=48,
        epochs=20,
        width=24,
        depth=2,
        warmup_steps=40,
        weight_decay=0.01,
        dropout=0.05,
    ),
    rates={"SGD": 0.05, "AdamW": 0.005},
    format="csv",
    every=10,
    words={"loss": "loss/train", "val_loss": "loss/val", "val_acc": "acc/val"},
)

if __name__ == "__main__":
    main(PROGRAM)
