"""How often trainings of many trades that go well are called sick: python benchmarks/healthy_more.py [SEEDS] [-v]

The shapes of healthy_shapes.py at the grain of steps, windows and epochs, each drawn with so many seeds, written as a
log (CSV, JSON lines, printed lines, a dictionary of lists, a Trainer's state, Lightning's table), read and diagnosed.
None of it is shared with `traindx.testing`. A curve is falsely alarmed when its verdict is `problem`; one that is
`inconclusive` is not called healthy. The shapes fall into two halves by their name, so that what was mended on one can
be judged on the other. Options: --half a|b, --only NAME, --later (the shapes of healthy_shapes_later.py, drawn after
the detectors had been mended). Bars: false alarms at most 1 %, called healthy at least 80 %.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import importlib
import pathlib
import tempfile
import time

from healthy_making import SHAPES, Course
from healthy_writing import form, rows
from intervals import upper_bound

from traindx.schema import Diagnosis
from traindx.verbs.diagnose import diagnosis
from traindx.verbs.read import gather

ALARMS, WELL = 0.01, 0.80


def half(name: str) -> str:
    return "ab"[hashlib.sha256(name.encode()).digest()[0] % 2]


def drawn(name: str, grain: str, seed: int) -> tuple[str, list[Diagnosis]]:
    """The form that the curve was written in, and the diagnosis of every run that was read from it."""
    course = Course(grain, name, seed)
    columns = SHAPES[name][0](course)
    with tempfile.TemporaryDirectory() as folder:
        writer = form(course, columns)
        path = writer(rows(course, columns), pathlib.Path(folder))
        return writer.__name__, [diagnosis(run) for run in gather([str(path)]).runs]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("seeds", type=int, nargs="?", default=2)
    parser.add_argument("--half", choices=("a", "b"))
    parser.add_argument("--only")
    parser.add_argument("--later", action="store_true")
    parser.add_argument("-v", action="store_true")
    asked = parser.parse_args()
    importlib.import_module("healthy_shapes_later" if asked.later else "healthy_shapes")  # fills SHAPES
    told: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    why: collections.Counter[str] = collections.Counter()
    began = time.perf_counter()
    for name, (_, grains) in SHAPES.items():
        if (asked.half and half(name) != asked.half) or (asked.only and asked.only not in name):
            continue
        for grain in grains:
            for seed in range(asked.seeds):
                written, answers = drawn(name, grain, seed)
                word = answers[0].verdict if len(answers) == 1 else f"{len(answers)} runs"
                loud = " ".join(one.id for answer in answers for one in answer.problems)
                told[half(name)][word] += 1
                if word != "healthy":
                    why[f"{word}: {loud or (answers[0].reason if answers else '')}"] += 1
                    if asked.v:
                        reason = "" if not answers else answers[0].reason or ""
                        print(f"{half(name)} {name}/{grain}/{seed} ({written}): {word} {loud} {reason}")
    for what, count in why.most_common():
        print(f"{count:4d}  {what}")
    return _summed(told, time.perf_counter() - began)


def _summed(told: dict[str, collections.Counter[str]], seconds: float) -> int:
    good = True
    both = sum(told.values(), collections.Counter())
    for part, counts in [*sorted(told.items()), ("both", both)]:
        n, alarms, well = counts.total(), counts["problem"], counts["healthy"]
        met = alarms <= ALARMS * n and well >= WELL * n
        good &= met
        print(
            f"half {part}: false alarms {alarms}/{n} = {alarms / n:.1%} (<= {upper_bound(alarms, n):.1%}), "
            f"called healthy {well}/{n} = {well / n:.0%}: {'meets' if met else 'does not meet'} the bars"
        )
    print(f"{len(SHAPES)} shapes in {seconds:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
