"""A small convolutional network with batch norm on the digits; logs JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import digits
from loop import Program
from models import cnn
from settings import Settings

PROGRAM = Program(
    name="digits_cnn",
    architecture="cnn",
    dataset="digits",
    kind="image",
    data=digits,
    model=lambda data, settings: cnn(10 + settings.extra_classes, settings),
    healthy=Settings(
        optimizer="AdamW",
        lr=0.009,
        batch_size=48,
        epochs=12,
        width=16,
        weight_decay=0.01,
        dropout=0.1,
    ),
    rates={"SGD": 0.05, "AdamW": 0.009},
    format="jsonl",
    every=5,
    words={"loss": "train/loss", "val_loss": "val/loss", "val_acc": "val/accuracy"},
)

if __name__ == "__main__":
    main(PROGRAM)
