# /// script
# dependencies = []
# ///
"""A golden folder as wandb wrote it before version 0.10, which runs on no Python of today.

The layout is that of real files: the counters stand behind what was logged, NaN is a bare word, the configuration has
the version of its layout and wandb's own words in it, the summary is the last row.
"""

from __future__ import annotations

import json
import math
from typing import Any

from recording import fresh, grouped, record

CONFIG = """\
wandb_version: 1

_wandb:
  desc: null
  value:
    cli_version: 0.9.7
    framework: torch
batch_size:
  desc: null
  value: 32
lr:
  desc: null
  value: 0.05
"""
BEGAN = 1580137778.25


def main() -> None:
    folder = fresh("wandb_history")
    run = folder / "dryrun-20200127_150938-golden01"
    run.mkdir()
    rows: list[tuple[int, dict[str, float]]] = []
    lines: list[dict[str, Any]] = []
    for step in range(24):
        values: dict[str, float] = {"loss": 0.25 + 2 * math.exp(-step / 8) if step < 22 else math.nan}
        if step % 6 == 5:
            values = {"test_accuracy": 1 - math.exp(-step / 8), "epoch": step // 6}
        rows.append((step, values))
        passed = 5.5 + step / 8
        lines.append({**values, "_runtime": passed, "_timestamp": BEGAN + passed, "_step": step})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (run / "wandb-history.jsonl").write_text(text, encoding="utf-8")
    (run / "config.yaml").write_text(CONFIG, encoding="utf-8")
    files = {
        f"{run.name}/wandb-history.jsonl": {"series": grouped(rows)},
        f"{run.name}/config.yaml": {"settings": {"lr": 0.05, "batch_size": 32}},
    }
    record(folder, writer="the layout of wandb before 0.10", version="0.9.7", files=files)


if __name__ == "__main__":
    main()
