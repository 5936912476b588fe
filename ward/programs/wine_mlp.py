"""A perceptron with tanh on the wines, by AdamW; logs a table."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import wine
from loop import Program
from models import mlp
from settings import Settings

PROGRAM = Program(
    name="wine_mlp",
    architecture="mlp",
    dataset="wine",
    kind="table",
    data=wine,
    model=lambda data, settings: mlp(13, 3 + settings.extra_classes, settings),
    healthy=Settings(
        optimizer="AdamW", lr=0.01, batch_size=16, epochs=15, width=12, depth=2, activation="tanh", weight_decay=0.02
    ),
    rates={"SGD": 0.03, "AdamW": 0.01},
    format="csv",
    every=2,
    words={"loss": "loss", "val_acc": "val_accuracy", "lr": "learning_rate"},
)

if __name__ == "__main__":
    main(PROGRAM)
