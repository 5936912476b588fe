"""Everything that a ward program can be told: the hyper-parameters that it logs, and the mistakes that it does not."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One training. What stands above `mistakes below` is written at the head of the log, as is usual."""

    lr: float = 0.05
    optimizer: str = "SGD"
    momentum: float = 0.9
    weight_decay: float = 1e-4
    batch_size: int = 32
    epochs: int = 20
    schedule: str = "cosine"
    warmup_steps: int = 0
    clip: float | None = None
    dropout: float = 0.0
    label_smoothing: float = 0.0
    width: int = 32
    depth: int = 2
    activation: str = "relu"
    loss: str = "cross-entropy"
    seed: int = 0

    # mistakes below: never logged
    samples: int | None = None
    pretrained_epochs: int = 0
    target_std: float = 1.0
    target_raw: bool = False
    init: str = "default"
    head: str = "logits"
    reduction: str = "mean"
    sign: int = 1
    extra_classes: int = 0
    sharpened_entropy: float = 0.0
    variance_by_relu: bool = False
    shuffle: bool = True
    misaligned: bool = False
    label_noise: float = 0.0
    one_label: bool = False
    keep_of_other_classes: float = 1.0
    input_factor: float = 1.0
    standardize: bool = True
    constant_input: bool = False
    corrupt_rows: bool = False
    val_labels: str = "right"
    val_inputs: str = "same"
    val_in_train_mode: bool = False
    optimizer_steps: bool = True
    zero_grad: bool = True
    optimizer_each_epoch: bool = False
    scheduler_each_batch: bool = False
    schedule_share: float = 1.0
    schedule_restart_at: float | None = None
    frozen_share: float = 0.0

    def logged(self) -> dict[str, Any]:
        """The hyper-parameters that the log's head shows."""
        names = [field.name for field in fields(self)]
        shown = names[: names.index("samples")]
        return {name: value for name, value in asdict(self).items() if name in shown and value is not None}
