"""What is promised of every reader, over as many broken files as time allows: python tests/promises/readers.py

    --mutations 100000   damaged files for each reader, each read in two pieces (0: leave out)
    --reader NAME        only these readers
    --no-offsets         leave out the cuts at every byte
    --minutes 60         stop after that time; the next start goes on where this one stopped

A damaged file may be refused in one sentence or read in part. It may not raise anything else, take more than two
seconds of the processor or bring the process above 512 MB, and every finite number read out of it must stand in it.
Every golden file of at most 4 KiB whose format is appended to is cut at every byte; the beginning is read, then the
rest in random pieces, and the runs must be those of the file read at once.

Each reader works in a process of its own, as many at a time as there are processors. The seed is the hash of what is
tested (the reader, and the decoding and the guards under it) with the number of the damage, so each case can be made
again: `--again READER NUMBER`. What was found is kept in ledger.jsonl beside this file, a line for each reader and
state of the code.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import math
import os
import pathlib
import platform
import random
import resource
import signal
import subprocess
import sys
import time
from typing import Any

from traindx.guards.limits import HEAD_BYTES
from traindx.guards.refusal import Refused
from traindx.registry import Unit, units
from traindx.schema import Head, Run
from traindx.testing.damages import is_text, mutated, numbers_in, stored_in
from traindx.verbs.read import choose

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GOLDEN = ROOT / "tests" / "golden"
LEDGER = HERE / "ledger.jsonl"
OUR_OWN = {"facts.json", "made_by.json"}
SECONDS = 2.0
MEGABYTES = 512
SMALL = 4096
CHUNK = 5000
NO_FILE = (GOLDEN / "none.csv", b"epoch,loss\n1,2\n2,1\n")


class Hang(BaseException):
    """Two seconds of the processor have gone by. No reader can catch it by accident."""


def golden() -> list[pathlib.Path]:
    return sorted(path for folder in GOLDEN.glob("*/facts.json") for path in folder.parent.rglob("*")
                  if path.is_file() and path.name not in OUR_OWN)  # fmt: skip


def head_of(path: pathlib.Path, data: bytes) -> Head:
    return Head(str(path), data[:HEAD_BYTES], len(data) <= HEAD_BYTES)


def readers() -> dict[str, Unit]:
    return {unit.id: unit for unit in units("readers").values() if unit.declaration.takes == "bytes"}


def claimed(unit: Unit) -> list[tuple[pathlib.Path, bytes]]:
    """The golden files of a reader."""
    found = []
    for path in golden():
        data = path.read_bytes()
        first, match = choose(head_of(path, data))[0]
        if match.score > 0 and first.id == unit.id:
            found.append((path, data))
    return found


def tested(unit: Unit) -> str:
    """The hash of what is tested."""
    package = ROOT / "src" / "traindx"
    files = [pathlib.Path(sys.modules[unit.module].__file__ or ""), *sorted((package / "decoding").glob("*.py")),
             *sorted((package / "guards").glob("*.py"))]  # fmt: skip
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def read(unit: Unit, path: pathlib.Path, *pieces: bytes) -> list[Run]:
    fold = unit.subject(head_of(path, pieces[0]))
    for piece in pieces:
        fold.feed(piece)
    runs: list[Run] = fold.runs()
    return runs


# ------------------------------------------------------------------ damages


def case(samples: list[tuple[pathlib.Path, bytes]], seed: str, number: int) -> tuple[pathlib.Path, bytes, int, bool]:
    """The path, the damaged file, where its second piece begins, and whether it is a text."""
    chance = random.Random(f"{seed} {number}")
    path, sample = chance.choice(samples)
    data = mutated(sample, chance)
    return path, data, chance.randint(0, len(data)), is_text(sample)


def trouble(unit: Unit, path: pathlib.Path, data: bytes, middle: int, text: bool) -> tuple[str, float]:
    """What a reader does wrong with a file, if anything, and the seconds it took."""
    began = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        unit.declaration.accepts(head_of(path, data))
        runs = read(unit, path, data[:middle], data[middle:])
    except Refused as refusal:
        runs = []
        if "\n" in str(refusal) or len(str(refusal)) > 400:
            return "refused in more than a sentence", 0.0
    except Hang:
        return "hang", SECONDS
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200], 0.0
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    seconds = time.process_time() - began
    return made_up(runs, data, text), seconds


def made_up(runs: list[Run], data: bytes, text: bool) -> str:
    """Numbers that were read and do not stand in the file."""
    found = {abs(value) for run in runs for series in run.series.values() for value in series.values.tolist()
             if math.isfinite(value)}  # fmt: skip
    if text:
        found -= numbers_in(data) if found else set()
    else:
        found = {value for value in found if not stored_in(data, value)}
    return f"made up: {sorted(found)[:3]}" if found else ""


def child(reader: str, first: int, count: int) -> None:
    """Reads so many damaged files and prints what became of them."""

    def stop(*_: object) -> None:
        raise Hang

    signal.signal(signal.SIGVTALRM, stop)
    unit = readers()[reader]
    samples, seed = claimed(unit) or [NO_FILE], tested(unit)
    found: dict[str, Any] = {"reader": reader, "tested": seed, "mutations": 0, "wrong": {}, "slowest_seconds": 0.0}
    for number in range(first, first + count):
        before = peak()
        wrong, seconds = trouble(unit, *case(samples, seed, number))
        if peak() > MEGABYTES >= before:
            wrong = wrong or f"memory: {peak()} MB"
        found["mutations"] += 1
        found["slowest_seconds"] = max(found["slowest_seconds"], round(seconds, 3))
        if wrong:
            found["wrong"][str(number)] = wrong
    print(json.dumps({**found, "peak_megabytes": peak()}))


def peak() -> int:
    """What the process held at most, in megabytes: this program, not what started it."""
    status = pathlib.Path("/proc/self/status")
    if status.exists():  # getrusage counts what the process held before it became this program
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) >> 10
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // (1 << 20 if sys.platform == "darwin" else 1 << 10)


# -------------------------------------------------------------------- cuts


def compared(run: Run) -> tuple[object, ...]:
    """A run in a form in which NaN equals NaN and the order of names is nothing. Series are equal when every bit is."""
    return (run.id, run.unit, run.steps_per_epoch, run.series, repr(run.facts), repr(sorted(run.settings.items())),
            repr(run.outcome))  # fmt: skip


def cut(unit: Unit, path: pathlib.Path, data: bytes, at: int, chance: random.Random) -> list[tuple[object, ...]]:
    """The runs of a file that had grown to `at` when it was first read, and then came in random pieces."""
    fold = unit.subject(head_of(path, data[:at]))
    fold.feed(data[:at])
    fold.runs()
    marks = sorted(chance.randint(at, len(data)) for _ in range(chance.randint(0, 63)))
    for first, last in zip([at, *marks], [*marks, len(data)], strict=True):
        fold.feed(data[first:last])
    return [compared(run) for run in fold.runs()]


def offsets(reader: str) -> None:
    """Cuts the small golden files of a reader at every byte and prints how often it made a difference."""
    unit = readers()[reader]
    found: dict[str, Any] = {"reader": reader, "tested": tested(unit), "cut_files": 0, "cuts": 0, "differences": []}
    for path, data in claimed(unit) if unit.declaration.appended else []:
        if len(data) > SMALL:
            continue
        whole = [compared(run) for run in read(unit, path, data)]
        chance = random.Random(len(data))
        found["cut_files"] += 1
        found["cuts"] += len(data) + 1
        found["differences"] += [f"{path.relative_to(GOLDEN)} at {at}" for at in range(len(data) + 1)
                                 if cut(unit, path, data, at, chance) != whole]  # fmt: skip
    print(json.dumps(found))


# ------------------------------------------------------------------ ledger


def ledger() -> dict[tuple[str, str], dict[str, Any]]:
    lines = LEDGER.read_text(encoding="utf-8").splitlines() if LEDGER.exists() else []
    return {(row["reader"], row["tested"]): row for row in map(json.loads, lines)}


def entered(rows: dict[tuple[str, str], dict[str, Any]], found: dict[str, Any]) -> None:
    """Adds what was found to the ledger and writes it, whole or not at all."""
    row = rows.setdefault((found["reader"], found["tested"]), {"reader": found["reader"], "tested": found["tested"]})
    row |= {"date": str(datetime.date.today()), "commit": commit(), "machine": machine()}
    if "cuts" in found:
        row |= {name: found[name] for name in ("cut_files", "cuts", "differences")}
    else:
        row["mutations"] = row.get("mutations", 0) + found["mutations"]
        row["wrong"] = {**row.get("wrong", {}), **found["wrong"]}
        for name in ("slowest_seconds", "peak_megabytes"):
            row[name] = max(row.get(name, 0), found[name])
    text = "".join(json.dumps(rows[key]) + "\n" for key in sorted(rows))
    part = LEDGER.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(LEDGER)


def commit() -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return os.environ.get("TRAINDX_COMMIT") or done.stdout.strip() or "unknown"


def machine() -> str:
    return f"{os.cpu_count()} processors, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutations", type=int, default=100_000)
    parser.add_argument("--reader", action="append")
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--no-offsets", action="store_true")
    parser.add_argument("--again", nargs=2, metavar=("READER", "NUMBER"))
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--offsets", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        child(asked.child[0], int(asked.child[1]), int(asked.child[2]))
    elif asked.offsets:
        offsets(asked.offsets)
    elif asked.again:
        unit = readers()[asked.again[0]]
        path, data, middle, text = case(claimed(unit) or [NO_FILE], tested(unit), int(asked.again[1]))
        print(path, data, middle, sep="\n")
        signal.signal(signal.SIGVTALRM, signal.SIG_IGN)
        print(made_up(read(unit, path, data[:middle], data[middle:]), data, text))
    else:
        return Work(asked).done()
    return 0


class Work:
    """What is to be done, as many processes at a time as there are processors."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.until = time.monotonic() + 60 * asked.minutes
        self.rows = ledger()
        self.now = {name: tested(unit) for name, unit in readers().items() if name in (asked.reader or [name])}
        self.jobs: list[list[str]] = []
        done = {name: self.rows.get((name, seed), {}) for name, seed in self.now.items()}
        if not asked.no_offsets:
            self.jobs += [["--offsets", name] for name, row in done.items() if "cuts" not in row]
        first = min((row.get("mutations", 0) for row in done.values()), default=0)
        for start in range(first, asked.mutations, CHUNK):  # all readers keep step, wherever the time ends
            self.jobs += [["--child", name, str(start), str(min(CHUNK, asked.mutations - start))]
                          for name, row in done.items() if row.get("mutations", 0) <= start]  # fmt: skip

    def done(self) -> int:
        at_work: list[subprocess.Popen[str]] = []
        while self.jobs or at_work:
            while self.jobs and len(at_work) < (os.cpu_count() or 1) and time.monotonic() < self.until:
                command = [sys.executable, str(HERE / "readers.py"), *self.jobs.pop(0)]
                at_work.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            for process in [one for one in at_work if one.poll() is not None]:
                at_work.remove(process)
                self.take(process)
            if time.monotonic() >= self.until:
                self.jobs = []
            time.sleep(0.02)
        return self.told()

    def take(self, process: subprocess.Popen[str]) -> None:
        said = process.stdout.read() if process.stdout else ""
        arguments = [str(one) for one in process.args][2:]  # type: ignore[union-attr]
        if process.returncode or not said:
            found = {"reader": arguments[1], "tested": self.now[arguments[1]], "mutations": 0, "slowest_seconds": 0,
                     "wrong": {arguments[-2]: f"ended with {process.returncode}"}, "peak_megabytes": 0}  # fmt: skip
        else:
            found = json.loads(said)
        entered(self.rows, found)

    def told(self) -> int:
        bad = 0
        for name, seed in self.now.items():
            row = self.rows.get((name, seed), {})
            wrong, differences = row.get("wrong", {}), row.get("differences", [])
            bad += len(wrong) + len(differences)
            print(f"{name:20s} {row.get('mutations', 0):7d} damaged, {len(wrong):3d} wrong,"
                  f" {row.get('cuts', 0):6d} cuts,"
                  f" {len(differences):3d} differences, {row.get('slowest_seconds', 0):.2f} s,"
                  f" {row.get('peak_megabytes', 0)} MB")  # fmt: skip
            for number, what in [*list(wrong.items())[:3], *((one, "") for one in differences[:3])]:
                print(f"    {number} {what}")
        return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
