"""Healthy variations: what a competent person might set otherwise, so that health is not one curve."""

from __future__ import annotations

from faults import Change, lr

HEALTHY: dict[str, Change] = {
    "usual": {},
    "warm restarts": {"schedule": "warm restarts"},
    "small noisy batches": {"batch_size": 8, "lr": lr(0.3)},
    "large batches": {"batch_size": 64, "lr": lr(1.4)},
    "higher rate": {"lr": lr(1.8)},
    "lower rate": {"lr": lr(0.5), "epochs": lambda settings: round(1.5 * settings.epochs)},
    "steps": {"schedule": "steps"},
    "linear with warm-up": {"schedule": "linear", "warmup_steps": 40},
    "constant small rate": {"schedule": "constant", "lr": lr(0.3)},
    "wider": {"width": lambda settings: 2 * settings.width},
    "some dropout": {"dropout": 0.15},
    "other weight decay": {"weight_decay": 1e-3},
    "clipped": {"clip": 1.0},
    "fine-tuned": {"pretrained_epochs": 5, "lr": lr(0.2), "warmup_steps": 20},
    "label smoothing": {"label_smoothing": 0.1},
    "negative likelihood": {"loss": "gaussian-nll", "target_std": 0.1},
    "short": {"epochs": lambda settings: round(0.7 * settings.epochs)},
}
