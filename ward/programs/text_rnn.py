"""A plain recurrent network with ReLU over characters: it needs its clipping; logs JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import text
from loop import Program
from models import Plain
from settings import Settings

PROGRAM = Program(
    name="text_rnn",
    architecture="rnn",
    dataset="descriptions",
    kind="text",
    data=text,
    model=lambda data, settings: Plain(data.classes or 2, settings),
    healthy=Settings(lr=0.2, batch_size=16, epochs=14, width=48, depth=1, clip=0.5, weight_decay=1e-5),
    rates={"SGD": 0.2, "AdamW": 0.01},
    format="jsonl",
    every=8,
    words={"loss": "train/loss", "val_loss": "val/loss", "val_acc": "val/acc"},
)

if __name__ == "__main__":
    main(PROGRAM)
