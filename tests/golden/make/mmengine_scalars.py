# /// script
# dependencies = ["torch==2.13.0", "mmengine==0.10.7"]
# ///
"""A golden `scalars.json` of mmengine: a Runner on made-up data, validated after each epoch, whose loss becomes NaN."""

from __future__ import annotations

import math
import shutil
import tempfile
from pathlib import Path
from typing import Any

import mmengine
import torch
from mmengine.evaluator import BaseMetric
from mmengine.model import BaseModel
from mmengine.runner import Runner
from mmengine.visualization import LocalVisBackend
from recording import fresh, grouped, record
from torch.utils.data import DataLoader, TensorDataset

Rows = list[tuple[int, dict[str, float]]]
TRAIN: Rows = []
VAL: Rows = []


class Line(BaseModel):
    """A linear model; its loss is no number from the fortieth step on."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 1)
        self.seen = 0

    def forward(self, inputs: torch.Tensor, targets: torch.Tensor, mode: str = "tensor") -> Any:
        out = self.layer(inputs)
        if mode != "loss":
            return [(out - targets).abs().mean().item()]
        self.seen += 1
        loss = ((out - targets) ** 2).mean()
        return {"loss_fit": loss * (math.nan if self.seen > 40 else 1), "loss_size": 0.01 * self.layer.weight.norm()}


class Error(BaseMetric):
    """The mean of the errors of the batches."""

    def process(self, data_batch: Any, data_samples: list[float]) -> None:
        self.results += data_samples

    def compute_metrics(self, results: list[float]) -> dict[str, float]:
        return {"mae": sum(results) / len(results)}


class Overheard(LocalVisBackend):
    """What is handed to the file."""

    def add_scalars(
        self, scalar_dict: dict[str, Any], step: int = 0, file_path: str | None = None, **more: Any
    ) -> None:
        plain = {key: float(value) for key, value in scalar_dict.items()
                 if key in ("loss", "loss_fit", "loss_size", "lr", "mae")}  # fmt: skip
        (TRAIN if "lr" in plain else VAL).append((step, plain))
        super().add_scalars(scalar_dict, step, file_path, **more)


def main() -> None:
    folder = fresh("mmengine")
    torch.manual_seed(1)
    inputs = torch.randn(96, 4)
    data = TensorDataset(inputs, inputs.sum(1, keepdim=True))
    mmengine.registry.VISBACKENDS.register_module(module=Overheard)
    with tempfile.TemporaryDirectory() as scratch:
        runner = Runner(
            model=Line(), work_dir=scratch, train_dataloader=DataLoader(data, 8), val_dataloader=DataLoader(data, 32),
            train_cfg={"by_epoch": True, "max_epochs": 5, "val_interval": 1}, val_cfg={}, val_evaluator=[Error()],
            optim_wrapper={"optimizer": {"type": "SGD", "lr": 0.02}}, log_level="ERROR", experiment_name="golden",
            default_hooks={"logger": {"type": "LoggerHook", "interval": 4}, "checkpoint": None},
            visualizer={"type": "Visualizer", "vis_backends": [{"type": "Overheard"}]},
        )  # fmt: skip
        runner.train()
        (made,) = Path(scratch).glob("*/vis_data/scalars.json")
        shutil.copy(made, folder)
    facts = {"series": {**grouped(TRAIN), **grouped(VAL)}, "window": 10}
    record(folder, writer="mmengine", version=mmengine.__version__, files={"scalars.json": facts})


if __name__ == "__main__":
    main()
