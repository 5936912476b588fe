"""Diagnoses the ward's logs, which were really trained, and says how often the answer is right.

Found: the verdict is `problem`. Right: the injected cause is named, first or among the first three. Alike: so is one of
the same row of `ALIKE`, the classes of causes whose logs look the same. Only runs whose fault shows in their outcome
count (`manifest`); silent ones and healthy ones are reported apart. Programs, not runs, are what a rate generalises
over: the interval is a bootstrap over programs. Each half of the programs is reported by itself: weights and detectors
were tuned while looking at the runs of the first, the second shows what that is worth elsewhere. So are the logs with
settings and gradient norms, and the bare ones without.

    python benchmarks/ward.py [-v] [--causes] [FOLDER]
"""

from __future__ import annotations

import json
import pathlib
import sys

from intervals import rate_interval, upper_bound

from traindx.schema import Diagnosis
from traindx.verbs.diagnose import answer

RUNS = pathlib.Path(__file__).parents[1] / "ward" / "runs"
# What was looked at, run by run, when detectors and weights were set. The rest was scored as a whole only.
TUNED_ON = {
    "cancer_mlp", "diabetes_mlp", "digits_cnn", "digits_mlp", "digits_transformer", "friedman_mlp", "text_lstm",
    "text_rnn", "text_transformer", "wine_mlp",
}  # fmt: skip
# Causes whose logs look the same, row by row: what splits them is not in a log, or seldom.
ALIKE = (
    # too fast: each multiplies the step
    ("learning-rate-too-high", "loss-summed-not-averaged", "accumulation-not-divided", "gradients-summed-over-ranks"),
    # frozen: nothing moves
    ("optimizer-holds-stale-parameters", "optimizer-never-steps", "learning-rate-zero", "loss-scale-collapse"),
    # the answer does not depend on the input
    ("inputs-labels-misaligned", "constant-input", "dead-relu", "zero-init", "constant-init", "too-deep-without-skips",
     "saturated-activations"),
    # slow
    ("learning-rate-too-low", "clipping-too-tight", "adam-epsilon-wrong", "lr-decays-too-early",
     "scheduler-stepped-per-batch", "bf16-updates-lost", "parameters-frozen"),
    # training is good and validation bad from the first evaluation on
    ("val-preprocessing-mismatch", "val-labels-shifted", "val-labels-shuffled", "train-mode-in-validation",
     "batchnorm-stats-stale", "ema-stale", "wrong-metric"),
    # training is worse than validation
    ("dropout-too-high", "destructive-augmentation", "label-noise", "loss-is-running-mean", "train-val-leakage"),
    # a jump at one step
    ("schedule-restarted", "optimizer-state-lost-on-resume", "corrupt-batch", "data-drift",
     "adam-second-moment-stale"),
    # a gap between training and validation
    ("too-little-regularization", "duplicated-data", "augmentation-cached"),
)  # fmt: skip


def alike(first: str, second: str) -> bool:
    return first == second or any(first in row and second in row for row in ALIKE)


def judged(row: dict, folder: pathlib.Path) -> dict:
    given = answer([str(folder / row["file"])], flags={"fail_on": "never"})
    found: Diagnosis | None = given.diagnoses[0] if given.diagnoses else None
    # A run that is called healthy is accused of nothing, whatever stands in its list with a few percent. A choice that
    # holds most of the belief is named all the same: it is what the answer says, and no fault.
    accused = found is not None and found.verdict != "healthy"
    ranked = [
        cause.id
        for cause in (found.causes if found else [])
        if cause.harm != "none" and (accused or (cause.harm == "choice" and cause.probability > 0.5))
    ]
    fault = row["fault"]
    return {
        **row,
        "read": found is not None,
        "verdict": found.verdict if found else "unread",
        "loud": [finding.id for finding in found.problems] if found else [],
        "ranked": ranked[:3],
        "found": bool(found and found.verdict == "problem"),
        "said healthy": bool(found and found.verdict == "healthy"),
        "first": ranked[:1] == [fault],
        "first or alike": any(alike(one, fault) for one in ranked[:1]),
        "in three": fault in ranked[:3],
        "in three or alike": any(alike(one, fault) for one in ranked[:3]),
    }


def told(title: str, rows: list[dict]) -> None:
    """What came out for some of the runs."""
    healthy = [row for row in rows if row["fault"] == "none"]
    shown = [row for row in rows if row["fault"] != "none" and row["manifest"]]
    silent = [row for row in rows if row["fault"] != "none" and not row["manifest"]]
    print(f"== {title}: {len(rows)} runs of {len({row['program'] for row in rows})} programs")
    if shown:
        print(f"faults that show: {len(shown)} runs of {len({row['fault'] for row in shown})} causes")
    for what in ("found", "first", "first or alike", "in three", "in three or alike") if shown else ():
        count = sum(row[what] for row in shown)
        low, high = rate_interval((row["program"], row[what]) for row in shown)
        print(f"  {what:18s} {count}/{len(shown)} = {count / len(shown):.0%}  [{low:.0%}, {high:.0%}]")
    if silent:
        print(f"faults that do not show: called a problem {sum(row['found'] for row in silent)}/{len(silent)}")
    if healthy:
        alarms, well = sum(row["found"] for row in healthy), sum(row["said healthy"] for row in healthy)
        bound = upper_bound(alarms, len(healthy))
        print(f"healthy: false alarms {alarms}/{len(healthy)} (<= {bound:.1%}); said healthy {well}/{len(healthy)}")


def by_cause(rows: list[dict]) -> None:
    """A line a cause: programs in which it shows, runs, and how they came out."""
    for fault in sorted({row["fault"] for row in rows} - {"none"}):
        own = [row for row in rows if row["fault"] == fault and row["manifest"]]
        counts = " ".join(
            f"{what} {sum(row[what] for row in own)}," for what in ("found", "first", "in three or alike")
        )
        print(f"{fault:32s} {len({row['program'] for row in own}):2d} programs, {len(own):2d} runs: {counts[:-1]}")


def main() -> int:
    arguments = [one for one in sys.argv[1:] if not one.startswith("-")]
    folder = pathlib.Path(arguments[0]) if arguments else RUNS
    manifest = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    rows = [judged(row, folder) for row in manifest]
    if "-v" in sys.argv:
        for row in rows:
            wrong = row["found"] if row["fault"] == "none" else row["manifest"] and not row["in three or alike"]
            if wrong or (row["fault"] == "none" and not row["said healthy"]):
                said = f"{row['verdict']:12s} {' '.join(row['loud'])} -> {' '.join(row['ranked'])}"
                print(f"{row['file']:36s} {row['fault']:30s} {said}")
    if "--causes" in sys.argv:
        by_cause(rows)
    print(f"read {sum(row['read'] for row in rows)} of {len(rows)}")
    for title, half in (
        ("programs that were tuned on", [row for row in rows if row["program"] in TUNED_ON]),
        ("other programs", [row for row in rows if row["program"] not in TUNED_ON]),
    ):
        told(title, half)
        told(f"{title}, with settings", [row for row in half if not row["bare"]])
        told(f"{title}, bare", [row for row in half if row["bare"]])
    told("all", rows)
    accused = [row["found"] for row in rows if row["fault"] == "none"]
    return 0 if sum(accused) <= 0.03 * len(accused) else 1


if __name__ == "__main__":
    sys.exit(main())
