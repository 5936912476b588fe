"""Diagnoses the ward's logs, which were really trained, and says how often the answer is right.

Found: the verdict is `problem`. Right: the injected cause is named, first or among the first three; a cause of the same
class that no log can tell apart (`never_apart`) counts beside it. Only runs whose fault shows in their outcome count
(`manifest`); silent ones and healthy ones are reported apart. Programs, not runs, are what a rate generalises over: the
interval is a bootstrap over programs.

    python benchmarks/ward.py [-v] [FOLDER]
"""

from __future__ import annotations

import json
import pathlib
import sys

from intervals import rate_interval, upper_bound

from traindx.registry import units
from traindx.schema import Diagnosis
from traindx.verbs.diagnose import answer

RUNS = pathlib.Path(__file__).parents[1] / "ward" / "runs"


def alike(first: str, second: str) -> bool:
    causes = units("causes")
    if first == second:
        return True
    classes = [causes[name].subject.never_apart if name in causes else None for name in (first, second)]
    return classes[0] is not None and classes[0] == classes[1]


def judged(row: dict, folder: pathlib.Path) -> dict:
    given = answer([str(folder / row["file"])], flags={"fail_on": "never"})
    found: Diagnosis | None = given.diagnoses[0] if given.diagnoses else None
    # A run that is called healthy is accused of nothing, whatever stands in its list with a few percent.
    accused = found is not None and found.verdict != "healthy"
    ranked = [cause.id for cause in found.causes if cause.harm != "none"] if found and accused else []
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
                said = f"{row['verdict']:12s} {' '.join(row['loud'])} -> {' '.join(row['ranked'])}"
                print(f"{row['file']:36s} {row['fault']:30s} {said}")
    print(
        f"{len(rows)} runs of {len({row['program'] for row in rows})} programs, read {sum(row['read'] for row in rows)}"
    )
    print(f"faults that show: {len(shown)} runs of {len({row['fault'] for row in shown})} causes")
    for what in ("found", "first", "first or alike", "in three", "in three or alike"):
        count = sum(row[what] for row in shown)
        low, high = rate_interval((row["program"], row[what]) for row in shown)
        print(f"  {what:18s} {count}/{len(shown)} = {count / len(shown):.0%}  [{low:.0%}, {high:.0%}]")
    print(f"faults that do not show: called a problem {sum(row['found'] for row in silent)}/{len(silent)}")
    alarms = sum(row["found"] for row in healthy)
    well = sum(row["said healthy"] for row in healthy)
    bound = upper_bound(alarms, len(healthy))
    print(f"healthy: false alarms {alarms}/{len(healthy)} (<= {bound:.1%}); said healthy {well}/{len(healthy)}")
    return 0 if alarms <= 0.02 * len(healthy) else 1


if __name__ == "__main__":
    sys.exit(main())
