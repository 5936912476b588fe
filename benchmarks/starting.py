"""What starting costs: CPU time over `python -c pass`, interleaved in one run, median of ratios with an interval.

The promise: `--help`, `--version` and bare `traindx` where nothing lies around take at most 4 times, the help of a
command at most 7 times the bare interpreter. Exits with 1 when one of them is broken.
"""

from __future__ import annotations

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from intervals import median_interval

ROUNDS = 25
TRAINDX = str(pathlib.Path(sys.executable).with_name("traindx"))
COMMANDS = {
    "--help": ([TRAINDX, "--help"], 4.0),
    "--version": ([TRAINDX, "--version"], 4.0),
    "bare, nothing around": ([TRAINDX], 4.0),
    "diagnose --help": ([TRAINDX, "diagnose", "--help"], 7.0),
    "explain --help": ([TRAINDX, "explain", "--help"], 7.0),
    "plot --help": ([TRAINDX, "plot", "--help"], 7.0),
    "again python -c pass (A/A)": ([sys.executable, "-c", "pass"], None),
}


def cpu(command: list[str], folder: str) -> float:
    """User and system seconds of one child."""
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    ratios: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        for command, _ in COMMANDS.values():
            cpu(command, folder)
        for _ in range(ROUNDS):
            bare = cpu([sys.executable, "-c", "pass"], folder)
            for name, (command, _) in COMMANDS.items():
                ratios[name].append(cpu(command, folder) / bare)
    broken = 0
    for name, (_, most) in COMMANDS.items():
        low, high = median_interval(ratios[name])
        middle = statistics.median(ratios[name])
        promise = "" if most is None else f"  promised <= {most:g}: {'kept' if middle <= most else 'BROKEN'}"
        broken += most is not None and middle > most
        print(f"{name:28s} {middle:5.2f}x  [{low:.2f}, {high:.2f}]  n={ROUNDS}{promise}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
