"""What following costs: the share of one core that `traindx diagnose --follow` takes beside a log that grows.

A log of one megabyte gets ten rows a second; after 20 seconds, in which it is read for the first time, the CPU time of
the next 80 is counted. The bar: a twentieth of one core. Exits with 1 when it is missed. Needs Linux.
"""

from __future__ import annotations

import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from thinking import healthy, table

SETTLED, SECONDS, ROWS, MOST = 20.0, 80.0, 10, 0.05
TRAINDX = str(pathlib.Path(sys.executable).with_name("traindx"))


def cpu(process: int) -> float:
    """User and system seconds of a process that runs."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "train.csv")
        table(path, healthy)
        row = path.read_bytes().count(b"\n") - 1
        command = [TRAINDX, "diagnose", "--follow", str(path)]
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        begun, marks = time.monotonic(), []
        while time.monotonic() - begun < SETTLED + SECONDS:
            with open(path, "a", encoding="utf-8") as file:
                file.write(f"{10 * row},{healthy(row, draw):.5f},0.0003,1.0,\n")
            row += 1
            time.sleep(1 / ROWS)
            marks.append((time.monotonic() - begun, cpu(child.pid)))
        child.kill()
        child.wait()
    (first, before), (last, after) = next(one for one in marks if one[0] >= SETTLED), marks[-1]
    share = (after - before) / (last - first)
    word = "kept" if share <= MOST else "MISSED"
    print(f"{share:.1%} of one core over {last - first:.0f} s, {row:,} rows at the end; at most {MOST:.0%}: {word}")
    return 0 if share <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
