"""A small perceptron on the digits; logs a table with training and validation on rows of their own."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import digits
from loop import Program
from models import mlp
from settings import Settings

PROGRAM = Program(
    name="digits_mlp",
    architecture="mlp",
    dataset="digits",
    kind="image",
    data=digits,
    model=lambda data, settings: mlp(64, 10 + settings.extra_classes, settings),
    healthy=Settings(lr=0.05, batch_size=32, epochs=20, width=32, depth=2, weight_decay=1e-3),
    rates={"SGD": 0.05, "AdamW": 0.012},
    format="csv",
    every=8,
    words={"loss": "train_loss"},
)

if __name__ == "__main__":
    main(PROGRAM)
