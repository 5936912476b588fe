"""What can be made wrong: for each cause the one change of the settings that injects it, mild to severe.

A change maps a setting to a value, or to a function of the healthy settings. `on` names the kinds of programs it makes
sense for: `image`, `table` (of numbers) and `categories` (embedded), `regression`, `reconstruction` (of images), `text`
(a target for each character) and `lines` (one for each row), `pairs` (contrastive).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from settings import Settings

Change = dict[str, Any]
ANY = ("image", "table", "categories", "regression", "reconstruction", "text", "lines", "pairs")
CLASSES = ("image", "table", "categories", "text", "lines")
NUMBERS = ("image", "table", "regression", "reconstruction", "pairs")  # inputs that are measured, not codes
LABELLED = tuple(kind for kind in ANY if kind != "pairs")
FEATURES = (*NUMBERS, "categories")
SORTED = ("image", "table", "categories", "regression", "lines")  # one target a row, by which rows can be sorted


@dataclass(frozen=True)
class Fault:
    """One cause and its severities, the mildest first; `kinds` where they differ by the kind of program.

    `first` is changed in the healthy twin as well: what must be so for the mistake to be one. `too_good` marks what
    shows itself by a loss that is lower than it could honestly be.
    """

    severities: tuple[Change, ...]
    on: tuple[str, ...] = ANY
    optimizer: str | None = None
    first: Change = field(default_factory=dict)
    too_good: bool = False
    architecture: str | None = None
    kinds: dict[str, tuple[Change, ...]] = field(default_factory=dict)

    def of(self, kind: str, architecture: str) -> tuple[Change, ...]:
        """The severities for a kind of program; none where the fault makes no sense."""
        if self.architecture not in (None, architecture):
            return ()
        return self.kinds.get(kind, self.severities if kind in self.on else ())


def lr(factor: float) -> Callable[[Settings], float]:
    return lambda settings: settings.lr * factor


def both(settings: Settings, change: Change) -> Settings:
    """The settings with the change made."""
    return replace(settings, **{name: value(settings) if callable(value) else value for name, value in change.items()})


FAULTS: dict[str, Fault] = {
    "learning-rate-too-high": Fault(({"lr": lr(15)}, {"lr": lr(60)}, {"lr": lr(1000)})),
    "learning-rate-too-low": Fault(({"lr": lr(0.02)}, {"lr": lr(0.002)})),
    "warmup-missing": Fault(
        ({"warmup_steps": 0},),
        on=("image", "text"),
        architecture="transformer",
        optimizer="AdamW",
        first={"depth": 4, "warmup_steps": 80, "lr": lr(5)},
    ),
    "momentum-too-high": Fault(({"momentum": 0.99}, {"momentum": 0.999}), optimizer="SGD"),
    "weight-decay-too-high": Fault(({"weight_decay": 0.05}, {"weight_decay": 0.3}), optimizer="SGD"),
    "batch-too-small": Fault(({"batch_size": 2},), on=SORTED),
    "clipping-too-tight": Fault(({"clip": 0.02}, {"clip": 0.002}), optimizer="SGD"),
    "missing-gradient-clipping": Fault(
        ({"clip": None},), on=("text",), optimizer="SGD", first={"clip": 0.5, "lr": lr(4)}
    ),
    "optimizer-never-steps": Fault(({"optimizer_steps": False},)),
    "missing-zero-grad": Fault(({"zero_grad": False},)),
    "optimizer-recreated": Fault(({"optimizer_each_epoch": True},), optimizer="AdamW"),
    "parameters-frozen": Fault(({"frozen_share": 0.7},)),
    "scheduler-stepped-per-batch": Fault(
        ({"scheduler_each_batch": True},), first={"schedule": "exponential", "warmup_steps": 0}
    ),
    "lr-decays-too-early": Fault(({"schedule_share": 0.25}, {"schedule_share": 0.08})),
    "lr-never-decays": Fault(({"schedule": "constant"},), optimizer="SGD", first={"lr": lr(4)}),
    "schedule-restarted": Fault(({"schedule_restart_at": 0.85},), first={"lr": lr(4), "schedule": "cosine"}),
    "too-little-regularization": Fault(
        (
            {"samples": 40, "width": 128, "epochs": lambda s: 4 * s.epochs, "weight_decay": 0.0, "dropout": 0.0},
            {"samples": 20, "width": 128, "epochs": lambda s: 8 * s.epochs, "weight_decay": 0.0, "dropout": 0.0},
        )
    ),
    "capacity-too-small": Fault(({"width": 2},)),
    "dropout-too-high": Fault(({"dropout": 0.8}, {"dropout": 0.95})),
    "label-smoothing-too-strong": Fault(({"label_smoothing": 0.7},), on=CLASSES),
    "inputs-labels-misaligned": Fault(({"misaligned": True},), on=LABELLED),
    "label-noise": Fault(({"label_noise": 0.25}, {"label_noise": 0.6}), on=LABELLED),
    "inputs-not-normalized": Fault(
        ({"standardize": False},),
        on=("table", "regression"),
        kinds=dict.fromkeys(("image", "reconstruction"), ({"input_factor": 255.0},)),
    ),
    "target-not-scaled": Fault(({"target_raw": True},), on=("regression",)),
    "constant-input": Fault(({"constant_input": True},), on=FEATURES),
    "corrupt-batch": Fault(({"corrupt_rows": True},)),
    "data-not-shuffled": Fault(({"shuffle": False},), on=SORTED),
    "class-imbalance": Fault(
        ({"keep_of_other_classes": 0.05}, {"keep_of_other_classes": 0.015}), on=("image", "lines")
    ),
    "constant-target": Fault(({"one_label": True},), on=SORTED, too_good=True),
    "val-labels-shifted": Fault(({"val_labels": "shifted"},), on=CLASSES),
    "val-labels-shuffled": Fault(({"val_labels": "shuffled"},), on=LABELLED),
    "val-preprocessing-mismatch": Fault(
        ({"val_inputs": "not scaled"},),
        on=("table", "regression"),
        kinds={
            "image": ({"val_inputs": "inverted"}, {"val_inputs": "not scaled"}),
            "reconstruction": ({"val_inputs": "not scaled"},),
            **dict.fromkeys(("text", "lines", "categories"), ({"val_inputs": "other alphabet"},)),
        },
    ),
    "train-mode-in-validation": Fault(({"val_in_train_mode": True},), first={"dropout": 0.4}),
    "zero-init": Fault(({"init": "zero"},)),
    "constant-init": Fault(({"init": "constant"},)),
    "init-too-large": Fault(({"init": "large"},)),
    "init-too-small": Fault(({"init": "small"},), on=FEATURES),
    "dead-relu": Fault(({"init": "negative biases"},), on=FEATURES, first={"activation": "relu"}),
    "saturated-activations": Fault(({"activation": "sigmoid"},), on=FEATURES, first={"depth": 8}),
    "softmax-before-cross-entropy": Fault(({"head": "softmax"},), on=CLASSES),
    "softmax-over-wrong-dim": Fault(({"head": "softmax over the batch"},), on=CLASSES),
    "loss-summed-not-averaged": Fault(({"reduction": "sum"},)),
    "loss-sign-flipped": Fault(({"sign": -1},)),
    "wrong-num-classes": Fault(({"extra_classes": 990},), on=("image", "table", "categories", "lines")),
    "undefined-math": Fault(
        ({"sharpened_entropy": 0.01},),
        on=CLASSES,
        kinds={"regression": ({"loss": "gaussian-nll", "variance_by_relu": True},)},
    ),
}
