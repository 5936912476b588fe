"""Diagnoses the ward's logs, which were really trained, and says how often the answer is right.

Found: the verdict is `problem`. Right: the injected cause is named, first or among the first three; a cause of the same
class that no log can tell apart (`never_apart`) counts beside it. Only runs whose fault shows in their outcome count
(`manifest`); silent ones and healthy ones are reported apart. Programs, not runs, are what a rate generalises over: the
interval is a bootstrap over programs.

    python benchmarks/ward.py [-v] [FOLDER]
"""

from __future__ import annotations

import collections
import json
import math
import pathlib
import random
import sys

from traindx.registry import units
from traindx.schema import Diagnosis
from traindx.verbs.diagnose import answer

RUNS = pathlib.Path(__file__).parents[1] / "ward" / "runs"


def upper(k: int, n: int, level: float = 0.95) -> float:
    """Clopper-Pearson: the rate at which so few of so many would be seen one time in twenty."""
    low, high = 0.0, 1.0
    while n and high - low > 1e-6:
        rate = (low + high) / 2
        seen = sum(math.comb(n, i) * rate**i * (1 - rate) ** (n - i) for i in range(k + 1))
        low, high = (rate, high) if seen > 1 - level else (low, rate)
    return high if n else 1.0


def interval(rows: list[dict], what: str) -> tuple[float, float]:
    """95 % of the rates when programs are drawn anew."""
    by = collections.defaultdict(list)
    for row in rows:
        by[row["program"]].append(row[what])
    draw, names, rates = random.Random(0), sorted(by), []
    for _ in range(2000):
        values = [value for name in draw.choices(names, k=len(names)) for value in by[name]]
        rates.append(sum(values) / len(values))
    rates.sort()
    return rates[49], rates[1949]


def alike(first: str, second: str) -> bool:
    causes = units("causes")
    if first == second:
        return True
    classes = [causes[name].subject.never_apart if name in causes else None for name in (first, second)]
    return classes[0] is not None and classes[0] == classes[1]


def judged(row: dict, folder: pathlib.Path) -> dict:
    given = answer([str(folder / row["file"])], flags={"fail_on": "never"})
    found: Diagnosis | None = given.diagnoses[0] if given.diagnoses else None
    ranked = [cause.id for cause in found.causes if cause.harm != "none"] if found else []
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


def main() -> int:
    arguments = [one for one in sys.argv[1:] if not one.startswith("-")]
    folder = pathlib.Path(arguments[0]) if arguments else RUNS
    manifest = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    rows = [judged(row, folder) for row in manifest]
    healthy = [row for row in rows if row["fault"] == "none"]
    shown = [row for row in rows if row["fault"] != "none" and row["manifest"]]
    silent = [row for row in rows if row["fault"] != "none" and not row["manifest"]]
    if "-v" in sys.argv:
        for row in rows:
            wrong = row["found"] if row["fault"] == "none" else row["manifest"] and not row["in three or alike"]
            if wrong or (row["fault"] == "none" and not row["said healthy"]):
                print(
                    f"{row['file']:36s} {row['fault']:30s} {row['verdict']:12s} {' '.join(row['loud'])} -> {' '.join(row['ranked'])}"
                )
    print(
        f"{len(rows)} runs of {len({row['program'] for row in rows})} programs, read {sum(row['read'] for row in rows)}"
    )
    print(f"faults that show: {len(shown)} runs of {len({row['fault'] for row in shown})} causes")
    for what in ("found", "first", "first or alike", "in three", "in three or alike"):
        count = sum(row[what] for row in shown)
        low, high = interval(shown, what)
        print(f"  {what:18s} {count}/{len(shown)} = {count / len(shown):.0%}  [{low:.0%}, {high:.0%}]")
    print(f"faults that do not show: called a problem {sum(row['found'] for row in silent)}/{len(silent)}")
    alarms = sum(row["found"] for row in healthy)
    well = sum(row["said healthy"] for row in healthy)
    print(
        f"healthy: false alarms {alarms}/{len(healthy)} (<= {upper(alarms, len(healthy)):.1%}); said healthy {well}/{len(healthy)}"
    )
    return 0 if alarms <= 0.02 * len(healthy) else 1


if __name__ == "__main__":
    sys.exit(main())
