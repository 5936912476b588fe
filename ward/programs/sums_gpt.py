"""A small GPT over written additions, by AdamW with warm-up; prints lines."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import CONTEXT, sums
from loop import Program
from models import Transformer
from settings import Settings

PROGRAM = Program(
    name="sums_gpt",
    architecture="transformer",
    dataset="sums",
    kind="text",
    data=sums,
    model=lambda data, settings: Transformer(13, CONTEXT, settings, norm_first=True),
    healthy=Settings(
        optimizer="AdamW", lr=0.003, batch_size=24, epochs=8, width=32,
        depth=2, warmup_steps=40, weight_decay=0.1, clip=1.0,
    ),
    rates={"SGD": 0.1, "AdamW": 0.003},
    format="text",
    every=5,
    words={"lr": "lr", "val_loss": "val_loss", "val_acc": "val_acc"},
)  # fmt: skip

if __name__ == "__main__":
    main(PROGRAM)
