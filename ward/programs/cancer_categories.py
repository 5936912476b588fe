"""A medical table of embedded categories, by SGD; logs a table by the epoch."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import categories
from loop import Program
from models import Embedded
from settings import Settings

PROGRAM = Program(
    name="cancer_categories",
    architecture="embedding",
    dataset="breast_cancer",
    kind="categories",
    data=categories,
    model=lambda data, settings: Embedded(8, 30, 2 + settings.extra_classes, settings, joined=True),
    healthy=Settings(lr=0.03, batch_size=24, epochs=12, width=24, depth=2, weight_decay=3e-3, dropout=0.3),
    rates={"SGD": 0.03, "AdamW": 0.003},
    format="csv",
    every=1,
    by_epoch=True,
    words={"loss": "train_loss", "acc": "train_accuracy", "lr": "learning_rate", "val_acc": "val_accuracy"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
