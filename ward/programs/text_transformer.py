"""A causal transformer over characters, by AdamW with warm-up; logs JSON lines with gradient norms."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import CONTEXT, text
from loop import Program
from models import Transformer
from settings import Settings

PROGRAM = Program(
    name="text_transformer",
    architecture="transformer",
    dataset="descriptions",
    kind="text",
    data=text,
    model=lambda data, settings: Transformer(data.classes or 2, CONTEXT, settings),
    healthy=Settings(
        optimizer="AdamW",
        lr=0.004,
        batch_size=16,
        epochs=20,
        width=32,
        depth=2,
        warmup_steps=50,
        schedule="linear",
        weight_decay=0.01,
        clip=1.0,
        dropout=0.05,
    ),
    rates={"SGD": 0.12, "AdamW": 0.004},
    format="jsonl",
    every=6,
    words={"lr": "learning_rate", "val_loss": "eval_loss", "val_acc": "eval_accuracy"},
)

if __name__ == "__main__":
    main(PROGRAM)
