"""A convolutional network with batch norm on made-up shapes, by SGD; prints a line an epoch."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import shapes
from loop import Program
from models import cnn
from settings import Settings

PROGRAM = Program(
    name="shapes_cnn",
    architecture="cnn",
    dataset="shapes",
    kind="image",
    data=shapes,
    model=lambda data, settings: cnn(6 + settings.extra_classes, settings, 12),
    healthy=Settings(lr=0.03, batch_size=32, epochs=12, width=16, weight_decay=1e-3, dropout=0.1),
    rates={"SGD": 0.03, "AdamW": 0.005},
    format="text",
    every=1,
    by_epoch=True,
    words={"loss": "loss", "acc": "acc", "val_loss": "val loss", "val_acc": "val acc"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
