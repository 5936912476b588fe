"""How often healthy curves are called sick: python benchmarks/healthy.py [SEEDS] [--family loss]

Every healthy shape of traindx.testing, with so many seeds each, through every detector of the family (or
of all). A curve is falsely alarmed when any finding stands at warning or error. Printed with n and with the rate that
can still be true at 95 % (Clopper and Pearson); the bar is 2 %. A smaller n cannot meet it: 0 of 149 is the least.
"""

from __future__ import annotations

import argparse
import collections
import time

from intervals import upper_bound

from traindx.configuration import Configuration
from traindx.testing import HEALTHY
from traindx.verbs.looking import look

BAR = 0.02


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("seeds", type=int, nargs="?", default=20)
    parser.add_argument("--family", default=None)
    asked = parser.parse_args()
    config = Configuration(select=(asked.family,) if asked.family else ())
    accused: dict[str, list[str]] = collections.defaultdict(list)
    curves, alarmed, failed, began = 0, 0, set(), time.perf_counter()
    for name, curve in HEALTHY.items():
        for seed in range(1000, 1000 + asked.seeds):  # not the seeds that the tests use
            findings, unseen = look(curve(seed), config)
            failed |= {f"{one.id} {one.reason}" for one in unseen if one.reason.startswith("failed")}
            loud = {one.id for one in findings if one.severity != "info"}
            curves, alarmed = curves + 1, alarmed + bool(loud)
            for id in loud:
                accused[id].append(f"{name}/{seed}")
    for id, where in sorted(accused.items(), key=lambda item: -len(item[1])):
        print(f"{id:28s} {len(where):4d}/{curves}  <= {upper_bound(len(where), curves):.2%}  {' '.join(where[:4])}")
    for one in sorted(failed):
        print("FAILED", one)
    bound = upper_bound(alarmed, curves)
    print(
        f"false alarms {alarmed}/{curves} = {alarmed / curves:.2%}, <= {bound:.2%} at 95 % (bar {BAR:.0%}); "
        f"{len(HEALTHY)} shapes x {asked.seeds} seeds in {time.perf_counter() - began:.1f} s"
    )
    return 0 if bound <= BAR and not failed else 1


if __name__ == "__main__":
    raise SystemExit(main())
