"""The training loop of the ward: ordinary, and wrong in exactly the ways in which its settings say so."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from data import Data, spoilt
from logs import Log
from models import initialised
from settings import Settings
from torch.nn import functional

LOGGED_STEPS = 60


@dataclass(frozen=True, kw_only=True)
class Program:
    """What makes a ward program: its data, its network, its healthy settings, and how it logs."""

    name: str
    architecture: str
    dataset: str
    kind: str
    data: Callable[[Settings], Data]
    model: Callable[[Data, Settings], torch.nn.Module]
    healthy: Settings
    rates: dict[str, float]
    format: str
    every: int
    grad_norm: bool = True
    by_epoch: bool = False  # one row an epoch, of means, instead of a row every few steps
    words: dict[str, str] = field(default_factory=dict)


@dataclass
class Outcome:
    """How it went, for the manifest."""

    first_loss: float
    final_loss: float
    best_val_loss: float
    final_val_loss: float
    best_val_accuracy: float | None
    final_val_accuracy: float | None
    finite: bool


def rate(settings: Settings, step: int, total: int, steps_an_epoch: int) -> float:
    """The learning rate at a step."""
    if settings.scheduler_each_batch:
        steps_an_epoch = 1  # an epoch of the scheduler passes with every batch
    if settings.schedule_restart_at and step >= settings.schedule_restart_at * total:
        step -= int(settings.schedule_restart_at * total)
    if step < settings.warmup_steps:
        return settings.lr * (step + 1) / settings.warmup_steps
    share = min(1.0, (step - settings.warmup_steps) / max(1, total * settings.schedule_share - settings.warmup_steps))
    epoch = step // steps_an_epoch
    shapes = {
        "constant": 1.0,
        "cosine": 0.5 * (1 + math.cos(math.pi * share)),
        "linear": 1 - share,
        "exponential": 0.9**epoch,
        "steps": 0.1 ** (epoch // max(1, settings.epochs // 3)),
        "warm restarts": 0.5 * (1 + math.cos(math.pi * (share * 3 % 1))) if share < 1 else 0.0,
    }
    return settings.lr * shapes[settings.schedule]


def criterion(output: torch.Tensor, y: torch.Tensor, settings: Settings) -> torch.Tensor:
    """The loss, as the settings have it."""
    if settings.loss == "mse":
        loss = functional.mse_loss(output.squeeze(-1), y, reduction=settings.reduction)
    elif settings.loss == "gaussian-nll":
        mean, raw = output.unbind(-1)
        variance = raw.relu() if settings.variance_by_relu else functional.softplus(raw) + 1e-4
        loss = (0.5 * (variance.log() + (y - mean) ** 2 / variance)).mean()
    else:
        if settings.loss == "contrastive":
            y = torch.arange(len(output))
        output, y = output.reshape(-1, output.shape[-1]), y.reshape(-1)
        if settings.head == "softmax":
            output = output.softmax(-1)
        if settings.head == "softmax over the batch":
            output = output.softmax(0).clamp_min(1e-12).log()
            loss = functional.nll_loss(output, y)
        else:
            loss = functional.cross_entropy(
                output, y, label_smoothing=settings.label_smoothing, reduction=settings.reduction
            )
        if settings.sharpened_entropy:
            sharp = (output / 0.05).softmax(-1)
            loss = loss - settings.sharpened_entropy * (sharp * sharp.log()).sum(-1).mean()
    return settings.sign * loss


def evaluated(model: torch.nn.Module, data: Data, settings: Settings) -> dict[str, float]:
    """Loss and accuracy on the validation rows, mean over batches."""
    model.train(settings.val_in_train_mode)
    losses, right = [], 0
    with torch.no_grad():
        for x, y in zip(data.val_x.split(settings.batch_size), data.val_y.split(settings.batch_size), strict=True):
            output = model(x)
            losses.append(criterion(output, y, settings).item() * len(x))
            right += int((output.argmax(-1) == y).sum()) if data.classes else 0
    model.train()
    found = {"val_loss": sum(losses) / len(data.val_x)}
    if data.classes:
        found["val_acc"] = right / data.val_y.numel()
    return found


def optimizer_of(model: torch.nn.Module, settings: Settings) -> torch.optim.Optimizer:
    parameters = list(model.parameters())
    frozen = int(len(parameters) * settings.frozen_share)
    for parameter in parameters[:frozen]:
        parameter.requires_grad_(False)
    if settings.optimizer == "AdamW":
        return torch.optim.AdamW(
            parameters, settings.lr, (settings.momentum, 0.999), weight_decay=settings.weight_decay
        )
    return torch.optim.SGD(parameters, settings.lr, settings.momentum, weight_decay=settings.weight_decay)


def train(
    program: Program, settings: Settings, log: Log, at_most: int | None = LOGGED_STEPS, bare: bool = False
) -> Outcome:
    """Train and log, about `at_most` steps besides the validations; gives the outcome.

    A bare log has neither settings nor gradient norms, as most have.
    """
    torch.set_num_threads(1)
    torch.manual_seed(settings.seed)
    data = spoilt(program.data(settings), settings)
    model = initialised(program.model(data, settings), settings.init)
    if settings.pretrained_epochs:
        before = replace(settings, epochs=settings.pretrained_epochs, lr=5 * settings.lr, warmup_steps=0)
        _epochs(model, data, before, lambda *_: None, every=10**9, norms=True)
    size = sum(parameter.numel() for parameter in model.parameters())
    facts: dict[str, Any] = {"parameters": size, "samples": len(data.x)}
    if data.classes:
        facts["classes"] = data.classes
    if not bare:
        log.head({"model": program.architecture, "dataset": program.dataset, **settings.logged(), **facts})
    steps = settings.epochs * math.ceil(len(data.x) / settings.batch_size)
    # Long runs log less often, as a person would set it.
    every = max(program.every, steps // at_most) if at_most else program.every
    norms = program.grad_norm and not bare
    losses, vals = _epochs(model, data, settings, log.row, every=None if program.by_epoch else every, norms=norms)
    log.close()
    tail = losses[-max(1, len(losses) // settings.epochs) :]
    accuracies = [row["val_acc"] for row in vals if "val_acc" in row]
    val_losses = [row["val_loss"] for row in vals]
    finite = [value for value in val_losses if math.isfinite(value)]
    return Outcome(
        first_loss=losses[0],
        final_loss=sum(tail) / len(tail),
        best_val_loss=min(finite, default=math.nan),
        final_val_loss=val_losses[-1],
        best_val_accuracy=max(accuracies, default=None),
        final_val_accuracy=accuracies[-1] if accuracies else None,
        finite=all(map(math.isfinite, [*losses, *val_losses])),
    )


def _epochs(
    model: torch.nn.Module, data: Data, settings: Settings, tell: Callable[..., None], *, every: int | None, norms: bool
) -> tuple[list[float], list[dict[str, float]]]:
    optimizer = optimizer_of(model, settings)
    steps_an_epoch = math.ceil(len(data.x) / settings.batch_size)
    losses: list[float] = []
    vals: list[dict[str, float]] = []
    for epoch in range(settings.epochs):
        if settings.optimizer_each_epoch:
            optimizer = optimizer_of(model, settings)
        mixed = settings.shuffle and not settings.corrupt_rows
        order = torch.randperm(len(data.x)) if mixed else torch.arange(len(data.x))
        sums = {"loss": 0.0, "acc": 0.0, "grad_norm": 0.0}
        for chosen in order.split(settings.batch_size):
            step = len(losses)
            lr = rate(settings, step, settings.epochs * steps_an_epoch, steps_an_epoch)
            for group in optimizer.param_groups:
                group["lr"] = lr
            if len(chosen) == 1:
                chosen = torch.cat([chosen, order[:1]])  # batch norm needs two rows
            output = model(data.x[chosen])
            loss = criterion(output, data.y[chosen], settings)
            if settings.zero_grad:
                optimizer.zero_grad()
            loss.backward()
            norm = torch.nn.utils.get_total_norm([p.grad for p in model.parameters() if p.grad is not None])
            if settings.clip:
                torch.nn.utils.clip_grads_with_norm_(model.parameters(), settings.clip, norm)
            if settings.optimizer_steps:
                optimizer.step()
            losses.append(loss.item())
            right = output.argmax(-1) == data.y[chosen] if data.classes else torch.zeros(1)
            for name, value in (("loss", loss.item()), ("acc", right.float().mean()), ("grad_norm", norm)):
                sums[name] += float(value) * len(chosen) / len(data.x)
            if every and step % every == 0:
                values = {"epoch": epoch, "loss": losses[-1], "lr": lr}
                tell(step, values | {"grad_norm": float(norm)} if norms else values)
        due = epoch % max(1, settings.epochs // 30) == 0 or epoch == settings.epochs - 1
        if due:
            vals.append(evaluated(model, data, settings))
            if every:
                tell(len(losses) - 1, {"epoch": epoch, **vals[-1]})
        if not every:
            dropped = {*([] if data.classes else ["acc"]), *([] if norms else ["grad_norm"])}
            means = {name: value for name, value in sums.items() if name not in dropped}
            tell(None, {"epoch": epoch, **means, "lr": lr, **(vals[-1] if due else {})})
    return losses, vals
