"""A GRU that tags every character with the length of its word, by AdamW; logs JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import tags
from loop import Program
from models import Tagger
from settings import Settings

PROGRAM = Program(
    name="tags_gru",
    architecture="gru",
    dataset="tags",
    kind="text",
    data=tags,
    model=lambda data, settings: Tagger(data.letters or 2, 4, settings),
    healthy=Settings(
        optimizer="AdamW", lr=0.005, batch_size=16, epochs=10, width=24,
        depth=1, weight_decay=0.01, clip=1.0, dropout=0.1,
    ),
    rates={"SGD": 0.3, "AdamW": 0.005},
    format="jsonl",
    every=6,
    words={"loss": "train_loss", "val_acc": "val_accuracy"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
