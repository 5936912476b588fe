"""Lines of text told apart by the mean of their embedded pairs of letters, by AdamW; prints lines."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import lines
from loop import Program
from models import Embedded
from settings import Settings

PROGRAM = Program(
    name="lines_embedding",
    architecture="embedding",
    dataset="lines",
    kind="lines",
    data=lines,
    model=lambda data, settings: Embedded(data.letters or 2, 24, 6 + settings.extra_classes, settings, joined=False),
    healthy=Settings(
        optimizer="AdamW", lr=0.01, batch_size=32, epochs=16, width=32,
        depth=2, weight_decay=0.05, dropout=0.2,
    ),
    rates={"SGD": 1.0, "AdamW": 0.01},
    format="text",
    every=6,
    words={"loss": "train_loss", "val_loss": "valid_loss", "val_acc": "valid_acc"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
