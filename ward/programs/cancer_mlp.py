"""A perceptron on a medical table of two classes; prints a line now and then and one an epoch."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from command import main
from data import cancer
from loop import Program
from models import mlp
from settings import Settings

PROGRAM = Program(
    name="cancer_mlp",
    architecture="mlp",
    dataset="breast_cancer",
    kind="table",
    data=cancer,
    model=lambda data, settings: mlp(30, 2 + settings.extra_classes, settings),
    healthy=Settings(lr=0.01, batch_size=16, epochs=15, width=16, depth=3, weight_decay=3e-3),
    rates={"SGD": 0.01, "AdamW": 0.003},
    format="text",
    every=6,
    grad_norm=False,
)

if __name__ == "__main__":
    main(PROGRAM)
