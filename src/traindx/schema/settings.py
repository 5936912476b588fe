"""The one vocabulary of hyper-parameters, and the words writers use for them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

SETTINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "lr": ("peak learning rate", ("learning_rate", "base_lr", "init_lr", "initial_lr", "max_lr", "peak_lr", "lr0")),
    "optimizer": ("name of the optimizer", ("optim", "optimizer_name", "opt", "solver", "optimizer_type")),
    "batch_size": (
        "samples a step and device",
        ("train_batch_size", "per_device_train_batch_size", "batchsize", "bs", "batch", "micro_batch_size"),
    ),
    "accumulation": (
        "micro-batches a step",
        ("gradient_accumulation_steps", "accumulate_grad_batches", "grad_accum", "gradient_accumulation", "accum_iter"),
    ),
    "world_size": ("number of ranks", ("num_gpus", "n_gpu", "num_processes", "gpus", "devices", "data_parallel_size")),
    "schedule": ("how the rate moves", ("lr_scheduler_type", "lr_scheduler", "scheduler", "sched", "lr_policy")),
    "warmup_steps": ("steps of warm-up", ("num_warmup_steps", "warmup", "warmup_iters", "lr_warmup_steps")),
    "warmup_ratio": ("share of steps that warm up", ("lr_warmup_ratio",)),
    "weight_decay": ("weight decay", ("wd", "l2", "decay", "l2_reg", "weight_decay_rate")),
    "momentum": ("momentum, or beta1", ("beta1", "adam_beta1")),
    "beta2": ("second beta of Adam", ("adam_beta2",)),
    "epsilon": ("epsilon of Adam", ("eps", "adam_epsilon", "adam_eps")),
    "dropout": ("share of units dropped", ("dropout_rate", "drop", "drop_rate", "dropout_prob", "p_dropout")),
    "label_smoothing": ("share of label mass spread out", ("label_smoothing_factor", "smoothing")),
    "parameters": ("number of parameters", ("num_parameters", "n_params", "num_params", "total_params", "params")),
    "samples": (
        "training samples",
        ("num_samples", "n_samples", "train_samples", "num_train_samples", "dataset_size", "num_examples"),
    ),
    "classes": ("number of classes", ("num_classes", "n_classes", "num_labels", "nclass", "nc", "output_classes")),
    "vocabulary": ("size of the vocabulary", ("vocab_size", "vocab", "n_vocab")),
    "precision": ("number format", ("dtype", "amp_dtype", "mixed_precision", "torch_dtype")),
    "clip": (
        "largest gradient norm let through",
        ("max_grad_norm", "grad_clip", "gradient_clip_val", "clip_grad", "clip_norm", "clipnorm", "clip_grad_norm"),
    ),
    "seed": ("random seed", ("random_seed", "manual_seed")),
    "epochs": ("epochs asked for", ("num_epochs", "num_train_epochs", "max_epochs", "n_epochs", "nb_epoch")),
    "steps_total": (
        "optimizer steps asked for",
        ("max_steps", "total_steps", "num_training_steps", "max_iters", "num_steps", "max_iter", "train_iters"),
    ),
    "loss": ("the loss function", ("criterion", "loss_fn", "loss_function", "loss_type", "objective")),
    "model": ("the model", ("model_name", "arch", "architecture", "model_type", "model_name_or_path", "backbone")),
    "dataset": ("the data", ("dataset_name", "data", "data_set")),
}

_NAMES = {alias: name for name, (_, aliases) in SETTINGS.items() for alias in (name, *aliases)}
# `optimizer.lr`, `hparams/lr`, `--lr`: the last part speaks, behind one of these owners only.
_OWNERS = frozenset(
    ("optimizer", "optim", "train", "training", "trainer", "hparams", "args", "config", "model", "data", "scheduler",
     "params", "hyperparameters", "optimizer_params", "opt", "solver", "lr_scheduler", "cfg", "init_args", "hp")
)  # fmt: skip


def setting_name(words: str) -> str | None:
    """Our name for a writer's hyper-parameter, or None."""
    flat = re.sub(r"[\s\-]+", "_", words.strip().strip("-").lower())
    if flat in _NAMES:
        return _NAMES[flat]
    *owners, last = re.split(r"[./]", flat)
    return _NAMES.get(last) if owners and all(owner in _OWNERS for owner in owners) else None


def translated(words: Mapping[str, Any]) -> dict[str, Any]:
    """Settings under our names; what we do not know stays under its own. The first of two that say the same wins."""
    settings: dict[str, Any] = {}
    for word, value in words.items():
        settings.setdefault(setting_name(word) or word, value)
    return settings


def loss_family(name: Any) -> str | None:
    """What a named loss is: cross-entropy, binary (cross-entropy), or other; None where no name is known."""
    if not isinstance(name, str) or not name.strip():
        return None
    flat = re.sub(r"[^a-z0-9]", "", name.lower())
    if flat.startswith("bce") or "binarycrossentropy" in flat or "bcewithlogits" in flat:
        return "binary"
    entropies = ("crossentropy", "softmaxwithloss", "softmaxloss", "ctcloss", "sparsecategorical")
    own = flat in ("ce", "nll", "xent", "ctc", "nllloss")
    return "cross-entropy" if own or any(one in flat for one in entropies) else "other"


def class_count(value: Any) -> int | None:
    """A number of classes that a setting may hold as text or as a float; None for what is no such number."""
    try:
        count = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return count if count == float(value) and 2 <= count <= 10_000_000 else None


def quantity(value: Any) -> float | None:
    """A setting as a finite number, whether a log tells it as one or in words; None where it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        told = float(value)
    except (ValueError, OverflowError):
        return None
    return told if math.isfinite(told) else None
