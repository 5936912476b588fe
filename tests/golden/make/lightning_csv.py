# /// script
# dependencies = ["torch==2.13.0", "lightning==2.6.6", "scikit-learn==1.9.1"]
# ///
"""Golden files of Lightning's CSVLogger: metrics.csv and hparams.yaml of a Trainer, once healthy, once with NaN."""

from __future__ import annotations

import logging
import math
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any

import lightning
import torch
from lightning.pytorch.callbacks import LearningRateMonitor
from lightning.pytorch.loggers import CSVLogger
from recording import fresh, grouped, record
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, TensorDataset


class Overheard(CSVLogger):
    """The CSVLogger, and a list of what it was handed."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder, name="lightning_logs", version=0)
        self.rows: list[tuple[int, dict[str, float]]] = []

    def log_metrics(self, metrics: dict[str, float], step: int | None = None) -> None:
        self.rows.append((int(step or 0), dict(metrics)))
        super().log_metrics(metrics, step)


class Digits(lightning.LightningModule):
    """A small network on the digits, with the losses and the accuracy logged as is usual."""

    def __init__(self, lr: float, weight_decay: float, hidden: int, optimizer: str, betas: list[float]) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.net = torch.nn.Sequential(torch.nn.Linear(64, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, 10))

    def training_step(self, batch: Any, index: int) -> torch.Tensor:
        loss = torch.nn.functional.cross_entropy(self.net(batch[0]), batch[1])
        if self.hparams.lr > 1 and self.global_step >= 30:
            loss = loss * math.nan
        self.log("train_loss", loss, on_step=True, on_epoch=True)
        return loss

    def validation_step(self, batch: Any, index: int) -> None:
        logits = self.net(batch[0])
        self.log("val_loss", torch.nn.functional.cross_entropy(logits, batch[1]))
        self.log("val_acc", (logits.argmax(1) == batch[1]).float().mean())

    def configure_optimizers(self) -> Any:
        optimizer = torch.optim.AdamW(self.parameters(), self.hparams.lr, weight_decay=self.hparams.weight_decay)
        return [optimizer], [torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 4)]


def train(lr: float, folder: str) -> Overheard:
    lightning.seed_everything(1, verbose=False)
    inputs, labels = load_digits(return_X_y=True)
    data = TensorDataset(torch.tensor(inputs / 16, dtype=torch.float32), torch.tensor(labels))
    held_out, fitted = torch.utils.data.random_split(data, [600, len(data) - 600])
    logger = Overheard(folder)
    trainer = lightning.Trainer(
        max_epochs=4, logger=logger, log_every_n_steps=5, accelerator="cpu", enable_progress_bar=False,
        enable_model_summary=False, enable_checkpointing=False, callbacks=[LearningRateMonitor("step")],
    )  # fmt: skip
    trainer.fit(
        Digits(lr=lr, weight_decay=0.01, hidden=32, optimizer="AdamW", betas=[0.9, 0.999]),
        DataLoader(fitted, 64, shuffle=True, drop_last=True), DataLoader(held_out, 128),
    )  # fmt: skip
    return logger


def main() -> None:
    logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)
    warnings.filterwarnings("ignore")
    folder = fresh("lightning")
    settings = {"weight_decay": 0.01, "hidden": 32, "optimizer": "AdamW", "betas": [0.9, 0.999]}
    files: dict[str, Any] = {}
    for name, lr in (("healthy", 0.003), ("loss_becomes_nan", 2.0)):
        with tempfile.TemporaryDirectory() as scratch:
            logger = train(lr, scratch)
            target = folder / name / "lightning_logs" / "version_0"
            target.mkdir(parents=True)
            for file in ("metrics.csv", "hparams.yaml"):
                shutil.copy(Path(logger.log_dir) / file, target / file)
        files[f"{name}/lightning_logs/version_0/metrics.csv"] = {
            "series": grouped(logger.rows),
            "settings": {**settings, "lr": lr},
            "step": "0-based optimizer step; the step column",
        }
    record(folder, writer="lightning.pytorch.loggers.CSVLogger", version=lightning.__version__, files=files)


if __name__ == "__main__":
    main()
