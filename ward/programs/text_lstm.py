"""An LSTM over characters, by SGD with clipping; prints a line every few steps."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import text
from loop import Program
from models import Recurrent
from settings import Settings

PROGRAM = Program(
    name="text_lstm",
    architecture="lstm",
    dataset="descriptions",
    kind="text",
    data=text,
    model=lambda data, settings: Recurrent(data.classes or 2, settings),
    healthy=Settings(lr=1.0, batch_size=16, epochs=14, width=48, depth=1, clip=1.0, weight_decay=1e-5),
    rates={"SGD": 1.0, "AdamW": 0.02},
    format="text",
    every=8,
    words={"loss": "train loss", "val_loss": "val loss", "val_acc": "val acc"},
)

if __name__ == "__main__":
    main(PROGRAM)
