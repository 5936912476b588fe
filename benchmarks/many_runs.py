"""Two hundred runs on all cores against one, in turn, median of the ratios.

Each round diagnoses the same folder of 200 CSV logs of 150 rows (a third of them sick) once with one core and once
with all, each in a fresh interpreter, and compares the answers: they must be the same, in the same order.

Two ratios are told. Wall time is what a user waits; on a machine that has other work too it measures that work. The
longest way is what remains when nobody else computes: the CPU time of the parent plus, of each of its two stages, that
of the busiest worker. The bar, 1.6 times as fast on two cores, is put to the longest way. Exits with 1 when it is
missed, or when the answers differ.
"""

from __future__ import annotations

import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

from intervals import median_interval

RUNS, ROWS, ROUNDS = 200, 150, 7
LEAST = 1.6
CODE = """
import os, sys, time
from traindx.verbs import diagnose, spread, tell
workers, wait = [], spread.os.waitpid
def waitpid(process, options):
    _, status, used = os.wait4(process, options)
    workers.append(used.ru_utime + used.ru_stime)
    return process, status
spread.os.waitpid = waitpid
if sys.argv[2] == "one":
    diagnose.cores = lambda: 1
print(tell.tell(diagnose.answer([sys.argv[1]], flags={}), "json"))
count = spread.cores()
stages = [workers[first : first + count] for first in range(0, len(workers), count)]
print(time.process_time() + sum(map(max, stages)), file=sys.stderr)
"""


def write(folder: pathlib.Path) -> None:
    for number in range(RUNS):
        draw = random.Random(number)
        lines = ["step,train_loss,lr,grad_norm,val_loss"]
        for n in range(ROWS):
            loss = 2.3 * (n + 1) ** -0.25 + 0.02 * draw.gauss(0, 1)
            loss += max(0, n - 90) * 0.01 if number % 3 == 0 else 0.0
            held_out = f"{loss + 0.1:.4f}" if n % 20 == 0 else ""
            lines.append(f"{10 * n},{loss:.5f},0.0003,{abs(1 + 0.2 * draw.gauss(0, 1)):.4f},{held_out}")
        path = folder / f"run{number:03d}" / "metrics.csv"
        path.parent.mkdir()
        path.write_text("\n".join(lines) + "\n")


def timed(folder: str, way: str) -> tuple[float, float, bytes]:
    """Seconds of wall time, of the longest way, and the answer."""
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", CODE, folder, way], capture_output=True, check=True)
    return time.monotonic() - begun, float(done.stderr), done.stdout


def main() -> int:
    waited, longest = [], []
    same = True
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder))
        for _ in range(ROUNDS):
            one, one_way, first = timed(folder, "one")
            all_, all_way, second = timed(folder, "all")
            same &= first == second
            waited.append(one / all_)
            longest.append(one_way / all_way)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    for name, ratios in (("longest way", longest), ("wall time", waited)):
        low, high = median_interval(ratios)
        told = f"{statistics.median(ratios):.2f}x [{low:.2f}, {high:.2f}] n={ROUNDS}"
        print(f"{RUNS} runs, {cores} cores, {name:12s} {told}")
    kept = statistics.median(longest) >= LEAST
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"
    print(
        f"at least {LEAST:g}x: {'kept' if kept else 'MISSED'}; answers {'the same' if same else 'DIFFER'}; load {load}"
    )
    return 0 if kept and same else 1


if __name__ == "__main__":
    sys.exit(main())
