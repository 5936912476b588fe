# /// script
# dependencies = ["torch==2.13.0", "numpy==2.4.6", "scikit-learn==1.9.1", "tqdm==4.70.1"]
# ///
"""Golden files of what training loops print: many styles, one real training of a small network on the digits.

The rows of the facts hold the numbers as they were printed, rounded by the style's own format.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from recording import fresh, grouped, record
from sklearn.datasets import load_digits
from tqdm import tqdm

Rows = list[tuple[int, dict[str, float]]]
STYLES: dict[str, Callable[..., Rows]] = {}
EPOCHS, BATCH, LR = 6, 64, 0.05


@dataclass
class Epoch:
    """What one epoch of the training gave."""

    number: int
    losses: list[float]
    norms: list[float]
    val_loss: float
    val_accuracy: float
    right: int
    lr: float

    @property
    def loss(self) -> float:
        return sum(self.losses) / len(self.losses)


def training(lr: float = LR) -> list[Epoch]:
    """Train; 1,197 digits to fit, 600 to validate."""
    torch.manual_seed(1)
    inputs, labels = load_digits(return_X_y=True)
    inputs, labels = torch.tensor(inputs / 16, dtype=torch.float32), torch.tensor(labels)
    net = torch.nn.Sequential(torch.nn.Linear(64, 24), torch.nn.ReLU(), torch.nn.Linear(24, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr, momentum=0.9)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 3, 0.5)
    found = []
    for number in range(1, EPOCHS + 1):
        losses, norms = [], []
        for chosen in torch.randperm(1197).split(BATCH):
            loss = torch.nn.functional.cross_entropy(net(inputs[chosen]), labels[chosen])
            optimizer.zero_grad()
            loss.backward()
            norms.append(float(torch.nn.utils.clip_grad_norm_(net.parameters(), 1e9)))
            optimizer.step()
            losses.append(loss.item())
        with torch.no_grad():
            logits = net(inputs[1197:])
            val_loss = torch.nn.functional.cross_entropy(logits, labels[1197:]).item()
            right = int((logits.argmax(1) == labels[1197:]).sum())
        found.append(Epoch(number, losses, norms, val_loss, right / 600, right, optimizer.param_groups[0]["lr"]))
        schedule.step()
    return found


def style(function: Callable[[list[Epoch]], Rows]) -> Callable[[list[Epoch]], Rows]:
    """Remember a style under its name."""
    STYLES[function.__name__] = function
    return function


def as_printed(value: float, form: str) -> float:
    return float(format(value, form))


@style
def equals_and_colons(epochs: list[Epoch]) -> Rows:
    rows = []
    print("Namespace(lr=0.05, batch_size=64, epochs=6, optimizer='sgd', momentum=0.9, seed=1)")
    for at in epochs:
        print(f"Epoch {at.number}/{EPOCHS} loss={at.loss:.4f} val_loss: {at.val_loss:.4f} acc={at.val_accuracy:.2%}")
        values = {"loss": as_printed(at.loss, ".4f"), "val_loss": as_printed(at.val_loss, ".4f")}
        rows.append((at.number, values | {"acc": as_printed(100 * at.val_accuracy, ".2f")}))
    return rows


@style
def brackets_and_steps(epochs: list[Epoch]) -> Rows:
    rows, step = [], 0
    for at in epochs:
        for index, loss in enumerate(at.losses, 1):
            step += 1
            if index % 6 == 0:
                print(f"Epoch [{at.number}/{EPOCHS}], Step [{index}/{len(at.losses)}], Loss: {loss:.4f}")
                rows.append((step, {"Loss": as_printed(loss, ".4f")}))
        print(f"Accuracy of the network on the 600 validation images: {100 * at.val_accuracy:.1f} %")
    return rows


@style
def progress_in_samples(epochs: list[Epoch]) -> Rows:
    rows, step = [], 0
    for at in epochs[:4]:
        for index, loss in enumerate(at.losses):
            if index % 6 == 0:
                print(
                    f"Train Epoch: {at.number} [{index * BATCH}/1197 ({100 * index / len(at.losses):.0f}%)]"
                    f"\tLoss: {loss:.6f}"
                )
                rows.append((step, {"Loss": as_printed(loss, ".6f")}))
            step += 1
        print(f"\nTest set: Average loss: {at.val_loss:.4f}, Accuracy: {at.right}/600 ({100 * at.val_accuracy:.0f}%)\n")
        rows.append((step, {"Average loss": as_printed(at.val_loss, ".4f")}))
    return rows


@style
def iterations_with_time(epochs: list[Epoch]) -> Rows:
    rows, step = [], 0
    for at in epochs:
        for loss, norm in zip(at.losses, at.norms, strict=True):
            if step % 10 == 0:
                print(f"iter {step}: loss {loss:.4f}, grad_norm {norm:.3f}, lr {at.lr:.2e}, time {4.2 + norm:.2f}ms")
                values = {"loss": as_printed(loss, ".4f"), "grad_norm": as_printed(norm, ".3f")}
                rows.append((step, values | {"lr": as_printed(at.lr, ".2e")}))
            step += 1
        print(f"step {step}: train loss {at.loss:.4f}, val loss {at.val_loss:.4f}")
        rows.append((step, {"train loss": as_printed(at.loss, ".4f"), "val loss": as_printed(at.val_loss, ".4f")}))
    return rows


@style
def log_records(epochs: list[Epoch]) -> Rows:
    """The logging module with times, as many scripts set it up."""
    rows, step = [], 0
    logger = logging.Logger("train")
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(logging.Formatter("%(asctime)s - %(name)s - %(levelname)s - %(message)s"))
    logger.addHandler(handler)
    logger.info("Starting training: lr=0.05 batch_size=64 optimizer=SGD momentum=0.9")
    for at in epochs:
        for loss, norm in zip(at.losses, at.norms, strict=True):
            step += 1
            if step % 10 == 0:
                logger.info(
                    "step %d | loss %.3f | gnorm %.2f | lr %g | tokens %s", step, loss, norm, at.lr, f"{step * 64:,}"
                )
                rows.append((step, {"loss": as_printed(loss, ".3f"), "gnorm": as_printed(norm, ".2f"), "lr": at.lr}))
        logger.info("epoch %d done, valid loss %.3f", at.number, at.val_loss)
        rows.append((step, {"valid loss": as_printed(at.val_loss, ".3f")}))
    return rows


@style
def table_with_bars(epochs: list[Epoch]) -> Rows:
    rows = []
    print(
        "| epoch | train loss | val loss | val acc |      lr |\n|------:|-----------:|---------:|--------:|--------:|"
    )
    for at in epochs:
        print(f"| {at.number:5d} | {at.loss:10.4f} | {at.val_loss:8.4f} | {at.val_accuracy:7.3f} | {at.lr:7.1e} |")
        values = {"train loss": as_printed(at.loss, ".4f"), "val loss": as_printed(at.val_loss, ".4f")}
        values |= {"val acc": as_printed(at.val_accuracy, ".3f"), "lr": as_printed(at.lr, ".1e")}
        rows.append((at.number, values))
    return rows


@style
def table_with_spaces(epochs: list[Epoch]) -> Rows:
    rows = []
    print("epoch     train_loss  valid_loss  accuracy  time    ")
    for at in epochs:
        print(f"{at.number - 1:<10}{at.loss:<12.6f}{at.val_loss:<12.6f}{at.val_accuracy:<10.6f}00:01   ")
        values = {"train_loss": as_printed(at.loss, ".6f"), "valid_loss": as_printed(at.val_loss, ".6f")}
        rows.append((at.number - 1, values | {"accuracy": as_printed(at.val_accuracy, ".6f")}))
    return rows


@style
def coloured(epochs: list[Epoch]) -> Rows:
    rows, step = [], 0
    for at in epochs:
        for loss, norm in zip(at.losses, at.norms, strict=True):
            step += 1
            if step % 10 == 0:
                print(
                    f"\033[32mstep: {step:2}  \033[33mloss: {loss:8.5f}  \033[38;2;54;234;195mgrad_norm: {norm:7.4f}"
                    f"  \033[36mtps: {1000 + step:,}\033[39m"
                )
                rows.append((step, {"loss": as_printed(loss, ".5f"), "grad_norm": as_printed(norm, ".4f")}))
    return rows


@style
def dictionaries(epochs: list[Epoch]) -> Rows:
    rows = []
    for at in epochs:
        values = {"epoch": at.number, "train_loss": at.loss, "val_loss": at.val_loss, "lr": at.lr}
        print(values)
        rows.append((at.number, {name: value for name, value in values.items() if name != "epoch"}))
    return rows


@style
def tensors(epochs: list[Epoch]) -> Rows:
    """A loss that nobody called item() on."""
    rows = []
    for at in epochs:
        loss = (torch.tensor(at.loss, requires_grad=True) * 1).sum()
        print("epoch", at.number, "loss", loss, "val_loss", torch.tensor(at.val_loss))
        rows.append((at.number, {"loss": as_printed(at.loss, ".4f"), "val_loss": as_printed(at.val_loss, ".4f")}))
    return rows


@style
def progress_bar(epochs: list[Epoch]) -> Rows:
    """What tqdm writes to a file that takes its stream; the last state of each epoch's bar counts."""
    rows = []
    for at in epochs[:3]:
        with tqdm(at.losses, desc=f"Epoch {at.number}/3", file=sys.stdout, mininterval=0, ncols=90, miniters=6) as bar:
            for loss in bar:
                bar.set_postfix(loss=f"{loss:.4f}", refresh=False)
        print(f"val_loss={at.val_loss:.4f}")
        rows.append((at.number, {"loss": as_printed(at.losses[-1], ".4f"), "val_loss": as_printed(at.val_loss, ".4f")}))
    return rows


@style
def crashed(epochs: list[Epoch]) -> Rows:
    """A loss that breaks, and the traceback of the check that noticed."""
    rows: Rows = []
    for at in epochs[:4]:
        loss = at.loss if at.number < 4 else float("nan")
        print(
            f"epoch {at.number}: train_loss {loss:.4f}, grad_norm {'inf' if at.number == 4 else f'{at.norms[-1]:.2f}'}"
        )
        norm = as_printed(at.norms[-1], ".2f") if at.number < 4 else float("inf")
        rows.append((at.number, {"train_loss": as_printed(loss, ".4f"), "grad_norm": norm}))
    print(
        "Traceback (most recent call last):\n"
        '  File "train.py", line 41, in <module>\n'
        '    raise RuntimeError("loss is not finite")\n'
        "RuntimeError: loss is not finite"
    )
    return rows


def two_ranks(folder: Path) -> dict[str, Any]:
    """A real torchrun of two processes, whose lines are prefixed by the launcher."""
    worker = Path(__file__).parent / "rank_worker" / "train.py"
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", "--tee=3", str(worker)]
    printed = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "OMP_NUM_THREADS": "1"}
    )
    (folder / "two_ranks.txt").write_text(printed.stdout, encoding="utf-8")
    losses = {rank: [1 / (step + rank + 1) for step in range(0, 40, 5)] for rank in (0, 1)}
    ranks: dict[str, Any] = {}
    for rank, values in losses.items():
        rows = [(5 * k, {"loss": as_printed(value, ".4f")}) for k, value in enumerate(values)]
        if rank == 0:
            means = [(first + second) / 2 for first, second in zip(losses[0], losses[1], strict=True)]
            rows += [(5 * k, {"mean_loss": as_printed(value, ".4f")}) for k, value in enumerate(means)]
        ranks[str(rank)] = grouped(rows)
    return {"ranks": ranks}


def crashing_rank(folder: Path) -> dict[str, Any]:
    """What torch writes on standard error when one rank raises: its traceback with the rank before every line."""
    worker = Path(__file__).parent / "rank_worker" / "train.py"
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", str(worker), "crash"]
    printed = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    lines = [line for line in printed.stderr.splitlines() if line.startswith("[rank1]")]
    if not lines:
        raise SystemExit("no line of rank 1 was found on standard error: look at what torch prints now")
    text = "\n".join(lines).replace(f"{worker.parent}{os.sep}", "") + "\n"
    (folder / "crashing_rank.txt").write_text(text, encoding="utf-8")
    return {"ranks": {"1": {}}, "outcome": "FloatingPointError: loss is nan at step 15"}


def main() -> None:
    folder = fresh("plain_text")
    epochs = training()
    files: dict[str, Any] = {}
    for name, print_them in STYLES.items():
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            rows = print_them(epochs)
        (folder / f"{name}.txt").write_text(printed.getvalue(), encoding="utf-8", newline="")
        files[f"{name}.txt"] = {"series": grouped(rows)}
    settings = {"lr": LR, "batch_size": BATCH, "momentum": 0.9}
    files["equals_and_colons.txt"]["settings"] = settings
    files["log_records.txt"]["settings"] = settings
    files["crashed.txt"]["outcome"] = "RuntimeError: loss is not finite"
    files["two_ranks.txt"] = two_ranks(folder)
    files["crashing_rank.txt"] = crashing_rank(folder)
    record(folder, writer="print, logging, tqdm, torchrun", version=f"torch {torch.__version__}", files=files)


if __name__ == "__main__":
    main()
