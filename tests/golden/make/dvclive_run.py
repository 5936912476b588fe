# /// script
# dependencies = ["dvclive==3.49.1"]
# ///
"""Golden files of DVCLive: a file for each metric, two of which mean the same, one with times, one that ends in NaN."""

from __future__ import annotations

import math
import shutil
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import dvclive
from recording import fresh, grouped, record

PARAMETERS = {"lr": 0.05, "batch_size": 32}


def main() -> None:
    folder = fresh("dvclive")
    rows: list[tuple[int, dict[str, float]]] = []
    for epoch in range(9):
        values = {"train/loss": 0.25 + 2 * math.exp(-epoch / 3), "val/loss": 0.5 + 2 * math.exp(-epoch / 3)}
        values |= {
            "val/acc": 1 - math.exp(-epoch / 3),
            "loss": 0.25 + 2 * math.exp(-epoch / 3),
            "lr": 0.05 * 0.9**epoch,
        }
        if epoch >= 7:
            values["train/loss"] = math.nan if epoch == 8 else math.inf
            del values["loss"]
        rows.append((epoch, values))
    with tempfile.TemporaryDirectory() as scratch:
        live = dvclive.Live(f"{scratch}/dvclive", save_dvc_exp=False, dvcyaml=None, monitor_system=False)
        live.log_params(PARAMETERS)
        for _, values in rows:
            for name, value in values.items():
                live.log_metric(name, value, timestamp=name == "val/acc")
            live.next_step()
        live.end()
        made = Path(scratch) / "dvclive"
        shutil.copytree(made / "plots", folder / "dvclive" / "plots")
        shutil.copy(made / "params.yaml", folder / "dvclive")
    files: dict[str, Any] = {
        f"dvclive/plots/metrics/{name}.tsv": {"series": {name: what}} for name, what in grouped(rows).items()
    }
    files["dvclive/params.yaml"] = {"settings": PARAMETERS}
    record(folder, writer="dvclive", version=version("dvclive"), files=files)


if __name__ == "__main__":
    main()
