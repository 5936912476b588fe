"""Makes the set: every program with every fault that makes sense for it, and healthy variations.

`python ward/run.py` makes the small set that is kept beside the code; `--all` makes every program, severity and seed;
`--more` only makes the second part of the small set, and keeps what is there.
Each run is a folder below `runs` whose name tells nothing; what was done stands in `runs/manifest.jsonl`. `manifest`
there says whether the fault visibly changed the outcome against the healthy twin (same program, optimizer and seed).
A healthy variation that did not train well is left out, and named at the end.
Some more runs, logged as densely as a person would who looks at the curve, stand in `runs/curves.jsonl`: chosen for the
shape of their curve, which is why the ranking is not judged on them. `--curves` makes those alone.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import math
import multiprocessing
import shutil
import statistics
import sys
import tempfile
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "programs")]

from command import started  # noqa: E402
from faults import CLASSES, FAULTS, both  # noqa: E402
from healthy import HEALTHY  # noqa: E402
from logs import FORMATS  # noqa: E402
from loop import LOGGED_STEPS, Outcome, Program, train  # noqa: E402
from settings import Settings  # noqa: E402

FILES = {"csv": "metrics.csv", "jsonl": "log.jsonl", "text": "train.log"}
OTHER = {"SGD": "AdamW", "AdamW": "SGD"}
COMMON = {"learning-rate-too-high", "learning-rate-too-low", "too-little-regularization", "label-noise"}
SEEDS_OF_SPREAD = 5
# The programs of the first part of the set; its choice of runs goes by their number.
FIRST = (
    "cancer_mlp", "diabetes_mlp", "digits_cnn", "digits_mlp", "digits_transformer", "friedman_mlp", "text_lstm",
    "text_rnn", "text_transformer", "wine_mlp",
)  # fmt: skip
OF_FIRST, OF_LATER = 4, 6  # programs a fault, in the second part
SHIFT_OF_SEED = 100  # the seeds that measure the spread are not those of the set

# Program, optimizer, fault (or "none"), severity, healthy variation, steps between two lines.
CURVES = (
    ("text_rnn", "SGD", "learning-rate-too-high", 0, "usual", 1),
    ("digits_transformer", "SGD", "learning-rate-too-high", 1, "usual", 1),
    ("digits_mlp", "SGD", "momentum-too-high", 1, "usual", 2),
    ("digits_mlp", "SGD", "missing-zero-grad", 0, "usual", 2),
    ("digits_mlp", "SGD", "saturated-activations", 0, "usual", 2),
    ("text_lstm", "SGD", "corrupt-batch", 0, "usual", 1),
    ("digits_transformer", "AdamW", "corrupt-batch", 0, "usual", 1),
    ("wine_mlp", "AdamW", "undefined-math", 0, "usual", 1),
    ("diabetes_mlp", "AdamW", "undefined-math", 0, "usual", 5),
    ("friedman_mlp", "AdamW", "undefined-math", 0, "usual", 5),
    ("digits_mlp", "AdamW", "schedule-restarted", 0, "usual", 2),
    ("text_rnn", "SGD", "schedule-restarted", 0, "usual", 1),
    ("digits_cnn", "SGD", "none", 0, "usual", 1),
    ("diabetes_mlp", "AdamW", "none", 0, "small noisy batches", 2),
    ("text_transformer", "AdamW", "none", 0, "warm restarts", 1),
    ("text_lstm", "SGD", "none", 0, "usual", 1),
)
SEED_OF_CURVES = 7  # the seeds of the set are lower


@dataclass(frozen=True)
class Asked:
    """One run to make."""

    program: Program
    optimizer: str
    seed: int
    fault: str = "none"
    severity: int = 0
    variant: str = "usual"
    every: int | None = None  # steps between two lines of the log; None for about sixty lines
    bare: bool = False  # neither settings nor gradient norms in the log

    def settings(self) -> Settings:
        settings = both(started(self.program, self.optimizer, self.seed), HEALTHY[self.variant])
        if self.fault == "none":
            return settings
        return both(
            self.twin_settings(), FAULTS[self.fault].of(self.program.kind, self.program.architecture)[self.severity]
        )

    def twin_settings(self) -> Settings:
        """The same without the mistake."""
        settings = both(started(self.program, self.optimizer, self.seed), HEALTHY[self.variant])
        return settings if self.fault == "none" else both(settings, FAULTS[self.fault].first)

    def name(self) -> str:
        words = f"{self.program.name} {self.optimizer} {self.seed} {self.fault} {self.severity} {self.variant}"
        words += f" every {self.every}" if self.every else ""
        words += " bare" if self.bare else ""
        return hashlib.sha256(words.encode()).hexdigest()[:8]


@dataclass
class Usual:
    """How the healthy program comes out over seeds: logarithms of the losses, and the accuracy."""

    rows: list[dict[str, float]] = field(default_factory=list)

    def spread(self, name: str) -> float:
        values = [row[name] for row in self.rows if name in row]
        return statistics.stdev(values) if len(values) > 1 else 0.0

    def mean(self, name: str) -> float:
        return statistics.mean(row[name] for row in self.rows if name in row)


def programs() -> list[Program]:
    names = sorted(path.stem for path in (HERE / "programs").glob("*.py"))
    return [importlib.import_module(name).PROGRAM for name in names]


def figures(outcome: Outcome) -> dict[str, float]:
    """The outcome on scales where differences mean something; losses that have no logarithm are left out."""
    found = {}
    for name in ("first_loss", "final_loss", "best_val_loss", "final_val_loss"):
        value = getattr(outcome, name)
        if math.isfinite(value) and value > 0:
            found[name] = math.log(value)
    if outcome.final_val_accuracy is not None:
        found["final_val_accuracy"] = outcome.final_val_accuracy
    return found


def visible(outcome: Outcome, twin: Outcome, usual: Usual, too_good: bool) -> list[str]:
    """In what the run came out otherwise than its healthy twin, by more than three spreads over seeds."""
    if not outcome.finite:
        return ["not finite"]
    here, there = figures(outcome), figures(twin)
    if len(here) < len(there):
        return ["loss not positive"]
    changes = {name: here[name] - there[name] for name in there}
    limits = {"first_loss": 1.25, "final_loss": 1.5, "best_val_loss": 1.2, "final_val_loss": 1.2}
    found = []
    for name, factor in limits.items():
        limit = max(math.log(factor), 3 * usual.spread(name))
        if changes[name] > limit or (name == "first_loss" and changes[name] < -limit):
            found.append(name)
    if too_good and changes["final_loss"] < -max(math.log(5), 3 * usual.spread("final_loss")):
        found.append("final_loss far lower")
    drop = -changes.get("final_val_accuracy", 0.0)
    if drop > max(0.03, 3 * usual.spread("final_val_accuracy")):
        found.append("final_val_accuracy")
    return found


def unwell(asked: Asked, outcome: Outcome, usual: Usual, best: float) -> list[str]:
    """Why a variation that should be healthy is not, by its own validation and by the usual runs of its program."""
    if not outcome.finite:
        return ["not finite"]
    found = []
    settings = asked.settings()
    accuracy = outcome.final_val_accuracy
    if accuracy is not None and accuracy < usual.mean("final_val_accuracy") - 0.04:
        found.append("accuracy below the usual")
    same_unit = settings.loss in ("mse", "cross-entropy") and not settings.label_smoothing
    if same_unit and math.log(outcome.final_val_loss) > best + 1.0 and outcome.final_loss > 2 * math.exp(best):
        found.append("trained too slowly")
    if outcome.final_val_loss - outcome.best_val_loss > 0.12 * abs(outcome.best_val_loss) + 0.01:
        found.append("validation loss rose")
    if outcome.final_loss > outcome.first_loss - 0.25 * abs(outcome.first_loss) and asked.variant != "fine-tuned":
        found.append("training loss hardly fell")
    return found


def made(asked: Asked, folder: Path) -> tuple[Outcome, str]:
    """Train, log below the folder, give the outcome and the file's path below it."""
    file = Path(asked.program.name) / asked.name() / FILES[asked.program.format]
    log = FORMATS[asked.program.format](folder / file, asked.program.words)
    program = replace(asked.program, every=asked.every) if asked.every else asked.program
    at_most = None if asked.every else LOGGED_STEPS
    return train(program, asked.settings(), log, at_most=at_most, bare=asked.bare), file.as_posix()


def faulty(chosen: list[Program], every: bool, seeds: int) -> list[Asked]:
    """All that makes sense, or for each fault three programs in turn, the severities and optimizers mixed."""
    found = []
    for turn, (name, fault) in enumerate(FAULTS.items()):
        able = [program for program in chosen if fault.of(program.kind, program.architecture)]
        stride = next(step for step in (4, 3, 2, 1) if math.gcd(step, len(able)) == 1)
        if not every and name not in COMMON:
            able = [able[(turn + stride * k) % len(able)] for k in range(min(3, len(able)))]
        for k, here in enumerate(able):
            levels = range(len(fault.of(here.kind, here.architecture)))
            for severity in levels if every else [(turn + k) % len(levels)]:
                for seed in range(seeds):
                    own = here.healthy.optimizer
                    optimizer = fault.optimizer or (own if (turn + k) % 3 else OTHER[own])
                    found.append(Asked(here, optimizer, seed + turn % 5, name, severity))
    return found


def variations(chosen: list[Program], seeds: int) -> list[Asked]:
    """Healthy runs: every variation that changes something, the optimizers in turn."""
    found = []
    for number, program in enumerate(chosen):
        for turn, variant in enumerate(HEALTHY):
            fits = {"negative likelihood": program.kind == "regression", "label smoothing": program.kind in CLASSES}
            if not fits.get(variant, True):
                continue
            for seed in range(seeds):
                own = program.healthy.optimizer
                optimizer = own if (turn + number) % 3 else OTHER[own]
                found.append(Asked(program, optimizer, seed + turn % 7, "none", 0, variant))
    return found


def curves(chosen: list[Program], folder: Path) -> None:
    """The runs that show a certain curve; `manifest` is not told, for they have no twin."""
    known = {program.name: program for program in chosen}
    lines = []
    for name, optimizer, fault, severity, variant, every in CURVES:
        if name not in known:
            continue
        asked = Asked(known[name], optimizer, SEED_OF_CURVES, fault, severity, variant, every)
        outcome, file = made(asked, folder)
        line = told(asked, outcome, file, []) | {"every": every}
        lines.append({key: value for key, value in line.items() if not key.startswith("manifest")})
    write(folder / "curves.jsonl", lines)


def write(file: Path, lines: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def told(asked: Asked, outcome: Outcome, file: str, by: list[str]) -> dict[str, Any]:
    """One line of the manifest."""
    return {
        "file": file, "program": asked.program.name, "architecture": asked.program.architecture,
        "dataset": asked.program.dataset, "fault": asked.fault, "severity": asked.severity, "variant": asked.variant,
        "seed": asked.seed, "optimizer": asked.optimizer, "bare": asked.bare, "manifest": bool(by), "manifest_by": by,
        "outcome": {name: short(value) for name, value in asdict(outcome).items()},
        "settings": asked.settings().logged(), "torch": torch.__version__,
    }  # fmt: skip


def short(value: Any) -> Any:
    """Five digits; what is not finite as a word, for JSON has none."""
    if not isinstance(value, float):
        return value
    return float(f"{value:.5g}") if math.isfinite(value) else str(value)


def more(chosen: list[Program]) -> list[Asked]:
    """The second part: each fault in some more programs of the first part, always bare, and in some of the later."""
    found = []
    for name, fault in FAULTS.items():
        able = [program for program in chosen if fault.of(program.kind, program.architecture)]
        able.sort(key=lambda program, name=name: drawn(f"{name} {program.name}"))
        first = [program for program in able if program.name in FIRST][:OF_FIRST]
        later = [program for program in able if program.name not in FIRST][:OF_LATER]
        for place, here in enumerate([*first, *later]):
            levels, number = len(fault.of(here.kind, here.architecture)), drawn(f"{here.name} {name}")
            own = here.healthy.optimizer
            optimizer = fault.optimizer or (own if number % 3 else OTHER[own])
            bare = here.name in FIRST or bool(number // 3 % 2)
            found.append(Asked(here, optimizer, 10 + number % 5, name, place % levels, bare=bare))
    later = variations([program for program in chosen if program.name not in FIRST], 1)
    return found + [replace(asked, bare=bool(drawn(asked.name()) % 2)) for asked in later]


def drawn(words: str) -> int:
    """A number that looks drawn by lot and is always the same."""
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:4])


def twin(name: str, settings: Settings) -> Outcome:
    known = {program.name: program for program in programs()}
    with tempfile.TemporaryDirectory() as folder:
        return train(known[name], settings, FORMATS["brief"](Path(folder) / "twin.log", {}))


def usual(name: str, optimizer: str) -> Usual:
    """How the healthy program comes out over seeds that the set does not have."""
    known = {program.name: program for program in programs()}
    seeds = range(SHIFT_OF_SEED, SHIFT_OF_SEED + SEEDS_OF_SPREAD)
    return Usual([figures(twin(name, Asked(known[name], optimizer, seed).settings())) for seed in seeds])


def trained(key: str, folder: Path) -> tuple[Outcome, str]:
    return made(WANTED[key], folder)


WANTED: dict[str, Asked] = {}  # what is to be made, by name; known to the processes that make it


def all_made(wanted: list[Asked], folder: Path, jobs: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Lines of the manifest, in the order asked for, and the healthy variations that trained badly."""
    WANTED.update({asked.name(): asked for asked in wanted})
    pairs = sorted({(asked.program.name, optimizer) for asked in wanted for optimizer in OTHER})
    sick = [asked for asked in wanted if asked.fault != "none"]
    twins = list(dict.fromkeys((asked.program.name, asked.twin_settings()) for asked in sick))
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        known = dict(zip(pairs, pool.starmap(usual, pairs, 1), strict=True))
        well = dict(zip(twins, pool.starmap(twin, twins, 1), strict=True))
        outcomes = pool.starmap(trained, [(asked.name(), folder) for asked in wanted], 1)
    lines, left_out = [], []
    for asked, (outcome, file) in zip(wanted, outcomes, strict=True):
        spread = known[asked.program.name, asked.optimizer]
        by: list[str] = []
        if asked.fault == "none":
            best = min(known[asked.program.name, optimizer].mean("final_val_loss") for optimizer in OTHER)
            if reasons := unwell(asked, outcome, spread, best):
                shutil.rmtree((folder / file).parent)
                left_out.append(f"{asked.program.name} {asked.optimizer} {asked.variant}: {', '.join(reasons)}")
                continue
        else:
            other = well[asked.program.name, asked.twin_settings()]
            by = visible(outcome, other, spread, FAULTS[asked.fault].too_good)
        lines.append(told(asked, outcome, file, by))
    return lines, left_out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="every program, severity and fault")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--program", action="append", help="only these programs")
    parser.add_argument("-o", "--output", type=Path, default=HERE / "runs")
    parser.add_argument("--curves", action="store_true", help="only the runs of curves.jsonl; the others are kept")
    parser.add_argument("--more", action="store_true", help="only the second part of the set; the others are kept")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    torch.set_num_threads(1)  # processes that are forked from one with many threads would hang
    chosen = [program for program in programs() if not given.program or program.name in given.program]
    if given.curves:
        curves(chosen, given.output)
        return
    lines = []
    if given.more:
        lines = [json.loads(line) for line in (given.output / "manifest.jsonl").read_text("utf-8").splitlines()]
        lines = [line for line in lines if line["seed"] < 10 and line["program"] in FIRST]
        wanted = more(chosen)
    elif given.all:
        wanted = [*faulty(chosen, True, given.seeds), *variations(chosen, given.seeds)]
    else:
        first = [program for program in chosen if program.name in FIRST]
        wanted = [*faulty(first, False, given.seeds), *variations(first, given.seeds), *more(chosen)]
    if not given.more:
        shutil.rmtree(given.output, ignore_errors=True)
    found, left_out = all_made(wanted, given.output, given.jobs)
    lines += found
    write(given.output / "manifest.jsonl", lines)
    if not given.more:
        curves(chosen, given.output)
    faults = [line for line in lines if line["fault"] != "none"]
    seen = sum(line["manifest"] for line in faults)
    print(f"{len(faults)} faulty runs, {seen} of them visible; {len(lines) - len(faults)} healthy runs")
    print("left out:", *left_out, sep="\n  ")


if __name__ == "__main__":
    main()
