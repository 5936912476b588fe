# /// script
# dependencies = ["torch==2.13.0", "timm==1.0.31"]
# ///
"""A golden `summary.csv` of timm: a training that was resumed, whose loss ends in NaN."""

from __future__ import annotations

import math
from importlib.metadata import version

from recording import fresh, grouped, record
from timm.utils.summary import trim_summary, update_summary


def main() -> None:
    folder = fresh("timm")
    path = str(folder / "summary.csv")
    rows: list[tuple[int, dict[str, float]]] = []
    for epoch in range(12):
        train = {"loss": math.nan if epoch > 9 else 0.25 + 2 * math.exp(-epoch / 4)}
        held_out = {"loss": 0.5 + 2 * math.exp(-epoch / 4), "top1": 70 * (1 - math.exp(-epoch / 4)),
                    "top5": 90 * (1 - math.exp(-epoch / 4))}  # fmt: skip
        rate = 0.05 * 0.9**epoch
        if epoch == 6:  # as train.py does when it resumes: what stood from here on is dropped
            update_summary(epoch, {"loss": 9.0}, held_out, path, lr=rate)
            trim_summary(path, 6)
        update_summary(epoch, train, held_out, path, lr=rate)
        named = {f"train_{key}": value for key, value in train.items()}
        rows.append((epoch, {**named, **{f"eval_{key}": value for key, value in held_out.items()}, "lr": rate}))
    record(folder, writer="timm", version=version("timm"), files={"summary.csv": {"series": grouped(rows)}})


if __name__ == "__main__":
    main()
