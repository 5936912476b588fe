# /// script
# dependencies = ["torch==2.13.0", "transformers==4.57.6", "accelerate==1.15.0"]
# ///
"""Golden file of what the Trainer of transformers 4 prints: rows with bare numbers, where version 5 quotes them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import transformers
from recording import fresh, record
from trainer_state import LosesItself, facts, train


def main() -> None:
    folder = fresh("transformers_4")
    settings = {"learning_rate": 3e-3, "num_train_epochs": 3, "warmup_steps": 4, "save_strategy": "no"}
    files: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as scratch:
        heard, printed = train(Path(scratch) / "healthy", eval_strategy="epoch", **settings)
        (folder / "stdout.txt").write_text(printed, encoding="utf-8")
        files["stdout.txt"] = facts(heard)
        heard, printed = train(
            Path(scratch) / "nan", trainer=LosesItself, eval_strategy="no", logging_nan_inf_filter=False, **settings
        )
        (folder / "stdout_nan.txt").write_text(printed, encoding="utf-8")
        files["stdout_nan.txt"] = facts(heard)
    for known in files.values():
        known["printed"] = {"loss_decimals": 4, "quoted": False, "step": "not printed; the epoch is"}
    record(folder, writer="transformers.Trainer", version=transformers.__version__, files=files)


if __name__ == "__main__":
    main()
