# /// script
# dependencies = ["torch==2.13.0", "transformers==5.23.0", "accelerate==1.15.0"]
# ///
"""Golden files of the transformers Trainer: its state files, its checkpoints' state files and what it prints."""

from __future__ import annotations

import contextlib
import io
import shutil
import tempfile
from pathlib import Path
from typing import Any

import torch
import transformers
from recording import fresh, grouped, record
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments

PRINTED = {"significant_digits": 4, "quoted": True, "step": "not printed; the epoch is"}


class Overheard(TrainerCallback):
    """Keeps what the Trainer hands to its loggers."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, dict[str, float]]] = []

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, float] | None = None, **more: Any) -> None:
        self.rows.append((state.global_step, dict(logs or {})))


class Tokens(torch.utils.data.Dataset):
    """Rows of tokens that count upwards modulo the vocabulary: learnable in a few steps."""

    def __init__(self, rows: int, seed: int) -> None:
        start = torch.randint(0, 32, (rows, 1), generator=torch.Generator().manual_seed(seed))
        self.rows = (start + torch.arange(12)) % 32

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        return {"input_ids": self.rows[index], "labels": self.rows[index].clone()}


class LosesItself(Trainer):
    """The loss is no number from the tenth step on."""

    def compute_loss(self, *args: Any, **more: Any) -> Any:
        loss = super().compute_loss(*args, **more)
        return loss * float("nan") if self.model.training and self.state.global_step >= 9 else loss


def train(folder: Path, *, trainer: type[Trainer] = Trainer, **settings: Any) -> tuple[Overheard, str]:
    """A real run of the Trainer on a random GPT-2 of two layers; gives what was logged and what was printed."""
    transformers.set_seed(1)
    model = GPT2LMHeadModel(GPT2Config(vocab_size=32, n_positions=16, n_embd=32, n_layer=2, n_head=2))
    overheard = Overheard()
    arguments = TrainingArguments(
        output_dir=str(folder), use_cpu=True, report_to=[], per_device_train_batch_size=8, logging_steps=2,
        per_device_eval_batch_size=8, disable_tqdm=True, seed=1, save_total_limit=2, **settings,
    )  # fmt: skip
    run = trainer(model, arguments, train_dataset=Tokens(64, 1), eval_dataset=Tokens(16, 2), callbacks=[overheard])
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        run.train()
        run.save_state()
    return overheard, printed.getvalue()


def keep(found: Path, folder: Path, name: str) -> None:
    (folder / name).mkdir(parents=True)
    shutil.copy(found / "trainer_state.json", folder / name / "trainer_state.json")


def facts(overheard: Overheard, *, until: int = 10**9, **settings: Any) -> dict[str, Any]:
    rows = [(step, values) for step, values in overheard.rows if step <= until]
    return {"series": grouped(rows), "settings": settings}


def main() -> None:
    folder = fresh("transformers")
    healthy = {"learning_rate": 3e-3, "num_train_epochs": 3, "warmup_steps": 4, "lr_scheduler_type": "linear"}
    known = {"max_steps": 24, "num_train_epochs": 3, "logging_steps": 2, "train_batch_size": 8}
    files: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch) / "healthy"
        heard, printed = train(work, eval_strategy="epoch", save_strategy="epoch", **healthy)
        keep(work, folder, "healthy")
        keep(work / "checkpoint-24", folder, "checkpoints/checkpoint-24")
        keep(work / "checkpoint-16", folder, "checkpoints/checkpoint-16")
        (folder / "stdout.txt").write_text(printed, encoding="utf-8")
        files["healthy/trainer_state.json"] = facts(heard, **known)
        files["stdout.txt"] = {**facts(heard), "printed": PRINTED}
        # A checkpoint is written before the row of the end of training is logged.
        without_end = Overheard()
        without_end.rows = [row for row in heard.rows if "train_runtime" not in row[1]]
        files["checkpoints/checkpoint-24/trainer_state.json"] = facts(without_end, **known)
        files["checkpoints/checkpoint-16/trainer_state.json"] = facts(without_end, until=16, **known)

        work = Path(scratch) / "nan"
        heard, printed = train(
            work, trainer=LosesItself, eval_strategy="no", save_strategy="no", logging_nan_inf_filter=False, **healthy
        )
        keep(work, folder, "loss_becomes_nan")
        (folder / "loss_becomes_nan" / "stdout.txt").write_text(printed, encoding="utf-8")
        files["loss_becomes_nan/trainer_state.json"] = facts(heard, **known)
        files["loss_becomes_nan/stdout.txt"] = {**facts(heard), "printed": PRINTED}

        work = Path(scratch) / "high"
        heard, printed = train(
            work, eval_strategy="steps", eval_steps=6, save_strategy="no", max_grad_norm=0,
            **{**healthy, "learning_rate": 3.0, "warmup_steps": 0},
        )  # fmt: skip
        keep(work, folder, "learning_rate_too_high")
        files["learning_rate_too_high/trainer_state.json"] = facts(heard, **known)
    record(folder, writer="transformers.Trainer", version=transformers.__version__, files=files)


if __name__ == "__main__":
    main()
