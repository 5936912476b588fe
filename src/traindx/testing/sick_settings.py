"""Runs whose settings stand out, whatever their curves do."""

from __future__ import annotations

from traindx.schema import Run
from traindx.testing.making import falling, run, sick


@sick("high-momentum")
def momentum_of_ninety_nine(seed: int) -> Run:
    return run({"train/loss": falling(seed, 100)}, optimizer="SGD", momentum=0.99)


@sick("high-weight-decay")
def decay_of_one_half(seed: int) -> Run:
    return run({"train/loss": falling(seed, 100)}, optimizer="AdamW", weight_decay=0.9)


@sick("high-dropout")
def dropout_of_ninety(seed: int) -> Run:
    return run({"train/loss": falling(seed, 100)}, dropout=0.9)


@sick("high-label-smoothing")
def smoothing_of_one_half(seed: int) -> Run:
    return run({"train/loss": falling(seed, 100)}, label_smoothing=0.5)


@sick("tiny-batch")
def one_sample_a_step(seed: int) -> Run:
    return run({"train/loss": falling(seed, 100)}, batch_size=1)
