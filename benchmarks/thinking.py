"""What thinking costs: the CPU time of detectors, ranking, fixes and `known_at_step` on logs of one megabyte, over the
CPU time of `import numpy`.

Each round starts a fresh interpreter for the import and one for each log, in turn; loading the detectors, causes and
fixes is counted, reading the log is not (benchmarks/reading.py). Median of the ratios with a bootstrap interval. The
bar: at most 10 times, on each of the logs. Exits with 1 when it is missed.
"""

from __future__ import annotations

import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable

from intervals import median_interval

ROUNDS = 11
MOST = 10.0
MEGABYTE = 1_000_000
IMPORT = "import time; begun = time.process_time(); import numpy; print(time.process_time() - begun)"
THINK = """
import sys, time
from traindx.verbs.read import read
import numpy
(run,) = read(sys.argv[1])
begun = time.process_time()
from traindx.verbs.diagnose import diagnosis
found = diagnosis(run)
print(time.process_time() - begun)
"""


def healthy(n: int, draw: random.Random) -> float:
    return 2.3 * (n + 1) ** -0.25 + 0.02 * draw.gauss(0, 1)


def diverging(n: int, draw: random.Random) -> float:
    return healthy(n, draw) + max(0, n - 12_000) * 1e-4


def spiked(n: int, draw: random.Random) -> float:
    return healthy(n, draw) + (8.0 if n % 1500 == 1400 else 0.0)


def spoilt(n: int, draw: random.Random) -> float:
    return healthy(n, draw) if n < 20_000 else math.nan


def table(path: pathlib.Path, loss: Callable[[int, random.Random], float], *, layers: int = 0, apart: int = 10) -> None:
    """A CSV of one megabyte: loss, rate, gradient norm, validation every twentieth row, norms of layers."""
    draw = random.Random(0)
    names = [
        "step",
        "train_loss",
        "lr",
        "grad_norm",
        "val_loss",
        *(f"grad_norm/layers.{k}.weight" for k in range(layers)),
    ]
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(names) + "\n")
        n = 0
        while file.tell() < MEGABYTE:
            value = loss(n, draw)
            norms = [f"{abs(1 + 0.2 * draw.gauss(0, 1)):.4f}" for _ in range(1 + layers)]
            held_out = f"{value + 0.1:.4f}" if n % 20 == 0 else ""
            file.write(",".join([str(apart * n), f"{value:.5f}", "0.0003", norms[0], held_out, *norms[1:]]) + "\n")
            n += 1


LOGS: dict[str, dict[str, object]] = {
    "healthy": {"loss": healthy},
    "healthy, every step": {"loss": healthy, "apart": 1},
    "diverging": {"loss": diverging},
    "spikes": {"loss": spiked},
    "NaN": {"loss": spoilt},
    "healthy, 48 layers": {"loss": healthy, "layers": 48},
}


def cpu(code: str, *arguments: str) -> float:
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> int:
    ratios: dict[str, list[float]] = {name: [] for name in LOGS}
    seconds: dict[str, list[float]] = {name: [] for name in LOGS}
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: pathlib.Path(folder, f"{number}.csv") for number, name in enumerate(LOGS)}
        for name, given in LOGS.items():
            table(paths[name], **given)  # type: ignore[arg-type]
        cpu(IMPORT)
        for _ in range(ROUNDS):
            for name, path in paths.items():
                one = cpu(IMPORT)
                took = cpu(THINK, str(path))
                ratios[name].append(took / one)
                seconds[name].append(took)
    for name, values in ratios.items():
        low, high = median_interval(values)
        middle = statistics.median(values)
        missed += middle > MOST
        word = "kept" if middle <= MOST else "MISSED"
        print(f"{name:22s} {middle:5.1f}x  [{low:.1f}, {high:.1f}]  {statistics.median(seconds[name]):.2f} s  "
              f"n={ROUNDS}  at most {MOST:g}x: {word}")  # fmt: skip
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
