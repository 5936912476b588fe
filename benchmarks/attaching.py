"""What is recognised of training programs in many styles: every program of tests/attach under `traindx run`.

    --python PATH    interpreter that the programs are started with (this one)
    --only NAME      only these programs

The truth stands in tests/attach/truth.json. Where a program prints its last losses, those of the very run that was
watched are taken, for they differ a little from machine to machine. A program whose frameworks that interpreter does
not hold is named and left out. The bars: model, loss and steps in 95 % of the trainings, validation in 85 % of those
that validate. Exits with 1 below a bar, with 2 where nothing could be measured.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

from intervals import rate_interval

from traindx.guards.limits import HEAD_BYTES
from traindx.readers.traindx_recording import TraindxRecording
from traindx.schema import Head, Run

HERE = pathlib.Path(__file__).resolve().parents[1] / "tests" / "attach"
TRAINDX = str(pathlib.Path(sys.executable).with_name("traindx"))
BARS = {"model": 0.95, "loss": 0.95, "steps": 0.95, "validation": 0.85, "rate": 0.0, "batch": 0.0}  # 0: told only
SLOWEST = 180  # seconds for one program
NEAR = 2e-3  # four printed digits, and a rounding of bfloat16 in the last of them
WRAPPERS = re.compile(r"(^|\.)(module|_orig_mod|_forward_module)(?=\.)")


def number(value: Any) -> float:
    return float(value) if value is not None else math.nan


def equal(told: float, true: float) -> bool:
    if math.isfinite(true):
        return abs(told - true) <= 1e-4 + NEAR * abs(true)
    return math.isnan(told) if math.isnan(true) else told == true


def filled(text: str, python: str) -> str:
    return text.replace("{python}", python).replace("{null}", os.devnull)


def recordings(folder: pathlib.Path) -> Iterator[tuple[int, int, Run]]:
    """Number of the training, rank and what was recorded."""
    for path in sorted(folder.rglob("*-rank*.jsonl")):
        place = re.fullmatch(r"(\d+)-rank(\d+)\.jsonl", path.name)
        data = path.read_bytes()
        reader = TraindxRecording(Head(str(path), data[:HEAD_BYTES], len(data) <= HEAD_BYTES))
        reader.feed(data)
        if place:
            yield int(place[1]), int(place[2]), reader.runs()[0]


def lasts(runs: Iterable[Run], *names: str) -> list[float]:
    """The last value of each series of these names, and of what stands below them."""
    return [
        float(series.values[-1])
        for run in runs
        for series in run.series.values()
        if len(series) and any(series.name == name or series.name.startswith(f"{name}/") for name in names)
    ]


def sizes(runs: Iterable[Run]) -> set[int]:
    """Every number of parameters that the recordings speak of."""
    found: set[int] = set()
    for run in runs:
        facts = {fact.name: fact.value for fact in run.facts}
        model = facts.get("model")
        for place in (run.settings, model if isinstance(model, dict) else {}):
            found |= {place[word] for word in ("parameters", "trainable") if isinstance(place.get(word), int)}
    return found


def tensors(runs: Iterable[Run]) -> set[str]:
    """Every name of a parameter in the recordings."""
    names: set[str] = set()
    for run in runs:
        names |= {
            series.layer for series in run.series.values() if series.name.startswith("grad/norm/") and series.layer
        }
        for fact in run.facts:
            if fact.name == "tensors" and isinstance(fact.value, list):
                names |= {str(row["name"]) for row in fact.value if isinstance(row, dict) and "name" in row}
    return {WRAPPERS.sub("", name).lstrip(".") for name in names}


def steps(runs: Iterable[Run]) -> set[int]:
    """How many steps each recording tells of, and how many they tell of together."""
    counts = []
    for run in runs:
        told = [len(set(series.steps)) for series in run.series.values() if series.name in ("train/loss", "lr")]
        counts.append(max(told, default=0))
    return {*counts, sum(counts)}


def judge(truth: dict[str, Any], runs: list[Run]) -> dict[str, bool | None]:
    """What of a training was recognised; None where there was nothing to recognise."""
    known, names = {truth["parameters"], truth["trainable"]}, set(truth["names"] or ())
    apart = set(truth.get("models") or known)  # several networks may be recorded one by one
    counted = sizes(runs)
    wanted = [one["steps"] for one in truth["optimizers"]] or [truth["steps"]]
    told = lasts(runs, "train/loss")
    validation = None
    if truth["validates"] and truth["validation"] is None:
        validation = any(series.name.startswith("val/") for run in runs for series in run.series.values())
    elif truth["validates"]:
        validation = any(equal(one, number(truth["validation"])) for one in lasts(runs, "val/loss", "test/loss"))
    rates = [one["lr"][1] for one in truth["optimizers"]]  # none to see where the weights are moved by hand
    return {
        "model": (bool(known & counted) or apart <= counted) and names <= tensors(runs),
        "loss": bool(told) and all(any(equal(one, number(loss)) for one in told) for loss in truth["losses"]),
        "steps": bool({*wanted, sum(wanted)} & steps(runs)),
        "validation": validation,
        "rate": any(equal(rate, one) for rate in lasts(runs, "lr") for one in rates) if rates else None,
        "batch": any(run.settings.get("batch_size") == truth["batch_size"] for run in runs),
    }


def printed(row: dict[str, Any], out: str, err: str) -> None:
    """Puts the losses that this run printed into its truth; our own lines are on standard error too."""
    says = re.compile(row["says"] or r"(?!)", re.MULTILINE)
    found = list(says.finditer(out)) or list(says.finditer(err))
    many = len(row["trainings"])
    for place, training in enumerate(row["trainings"]):
        part = found if many == 1 else found[len(found) - many + place :][:1]
        last = {name: value for match in part for name, value in match.groupdict().items() if value is not None}
        losses = [last[name] for name in ("loss", "loss_1", "loss_2") if name in last]
        training["losses"] = losses or training["losses"]
        training["validation"] = last.get("validation", training["validation"])


def watched(row: dict[str, Any], python: str, folder: pathlib.Path) -> tuple[int, str, str]:
    """Exit status, output and errors of the program under `traindx run`."""
    more = {name: filled(value, python) for name, value in row["environment"].items()}
    command = [TRAINDX, "run", *(filled(word, python) for word in row["command"])]
    done = subprocess.run(
        command,
        cwd=HERE / "programs",
        env={**os.environ, "OMP_NUM_THREADS": "1", "TRAINDX_DIR": str(folder), **more},
        capture_output=True,
        text=True,
        timeout=SLOWEST,
        check=False,
    )
    return done.returncode if done.returncode >= 0 else 128 - done.returncode, done.stdout, done.stderr


def missing(python: str, modules: set[str]) -> set[str]:
    """Which of the modules that interpreter does not hold."""
    code = "import importlib.util as u, sys; print(*[m for m in sys.argv[1:] if u.find_spec(m) is None])"
    done = subprocess.run([python, "-c", code, *sorted(modules)], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def look(name: str, row: dict[str, Any], python: str) -> list[dict[str, bool | None]]:
    """Starts one program, prints what was recognised of it and gives it back, one entry a training."""
    with tempfile.TemporaryDirectory() as place:
        try:
            code, out, err = watched(row, python, pathlib.Path(place))
        except subprocess.TimeoutExpired:
            print(f"{name:34s} did not end within {SLOWEST} s")
            return [dict.fromkeys(BARS, False) for _ in row["trainings"]] if row["attaches"] else []
        found = list(recordings(pathlib.Path(place)))
    printed(row, out, err)
    notes = [] if code == row["exit"] else [f"exit {code}, alone {row['exit']}"]
    if not row["attaches"]:
        notes.append("recorded all the same" if found else "said" if "not attached" in err else "NOT SAID")
        print(f"{name:34s} cannot be attached ({row['why']}): {', '.join(notes)}")
        return []
    ranks = {rank for _, rank, _ in found}
    if len(ranks) != row["ranks"]:
        notes.append(f"{len(ranks)} of {row['ranks']} ranks")
    numbers = sorted({number for number, _, _ in found})
    if len(row["trainings"]) > 1 and len(numbers) != len(row["trainings"]):
        notes.append(f"{len(numbers)} trainings, truly {len(row['trainings'])}")
    judged = []
    for place, training in enumerate(row["trainings"]):
        own = set(numbers if len(row["trainings"]) == 1 else numbers[place : place + 1])
        judged.append(judge(training, [run for number, rank, run in found if number in own and rank == 0]))
        words = {True: "yes", False: "NO", None: "-"}
        told = "  ".join(f"{part} {words[seen]:3s}" for part, seen in judged[-1].items())
        print(f"{name:34s} {told}  {', '.join(notes)}", flush=True)
    return judged


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--python", default=sys.executable)
    options.add_argument("--only", nargs="*", default=[])
    asked = options.parse_args()
    if subprocess.run([TRAINDX, "run", "--help"], capture_output=True, check=False).returncode:
        print("`traindx run` does not exist in this installation; nothing was measured", file=sys.stderr)
        return 2
    table = json.loads((HERE / "truth.json").read_text())
    lacking = missing(asked.python, {module for row in table.values() for module in row["requires"]})
    judged: list[tuple[str, dict[str, bool | None]]] = []
    for name, row in table.items():
        if asked.only and name not in asked.only:
            continue
        if lacking & set(row["requires"]):
            print(f"{name:34s} not run: {', '.join(sorted(lacking & set(row['requires'])))} is missing")
            continue
        judged += [(name, one) for one in look(name, row, asked.python)]
    if not judged:
        print("no program ran that trains; nothing was measured", file=sys.stderr)
        return 2
    below = 0
    for part, bar in BARS.items():
        outcomes = [(name, bool(one[part])) for name, one in judged if one[part] is not None]
        share = sum(seen for _, seen in outcomes) / len(outcomes) if outcomes else math.nan
        low, high = rate_interval(outcomes) if outcomes else (math.nan, math.nan)
        below += not share >= bar
        verdict = f"  bar {bar:.0%}: {'reached' if share >= bar else 'BELOW'}" if bar else ""
        print(f"{part:12s} {share:6.1%} [{low:.1%}, {high:.1%}] n={len(outcomes)}{verdict}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
