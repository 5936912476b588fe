"""A perceptron on a made-up table of eight classes, by SGD; logs a JSON line an epoch."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import made
from loop import Program
from models import mlp
from settings import Settings

PROGRAM = Program(
    name="made_mlp",
    architecture="mlp",
    dataset="made",
    kind="table",
    data=made,
    model=lambda data, settings: mlp(20, 8 + settings.extra_classes, settings),
    healthy=Settings(
        lr=0.05, batch_size=48, epochs=20, width=48, depth=2,
        weight_decay=3e-3, activation="gelu", dropout=0.1,
    ),
    rates={"SGD": 0.05, "AdamW": 0.006},
    format="jsonl",
    every=1,
    by_epoch=True,
    words={"loss": "loss", "acc": "acc", "val_loss": "val_loss", "val_acc": "val_acc"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
