"""Is `known_at_step` true, and how early is it? python benchmarks/known_at.py [-v] [SEEDS]

Curves in which something goes wrong at a known place, at the grain of steps, windows and epochs, and the ward's runs
that are called a problem. Of each that is called a problem:

- known after it began: `known_at_step` is not before the onset (curves only; nobody knows what has not happened);
- the prefix agrees: the run cut off at `known_at_step` and diagnosed anew is a problem with the same first cause;
- lateness: the share of the run between the onset and that step; for the ward's runs, between the first step and it.

Exits with 1 where an answer comes before the onset, or fewer than 95 % of the prefixes agree.
"""

from __future__ import annotations

import json
import pathlib
import statistics
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from intervals import upper_bound

from traindx.schema import Diagnosis, Run, Series
from traindx.testing import Floats, descent, noise, run
from traindx.verbs.diagnose import diagnosis
from traindx.verbs.read import gather

WARD = pathlib.Path(__file__).parents[1] / "ward" / "runs"
# Points, steps between two of them, noise of a point, and what a point is.
GRAINS = {"steps": (600, 1, 0.08, "step"), "windows": (120, 25, 0.03, "window"), "epochs": (50, 1, 0.015, "epoch")}
Sick = Callable[[Floats, int], dict[str, Floats]]


def _rate(loss: Floats) -> Floats:
    return np.full(loss.size, 1e-3)


def nan(loss: Floats, at: int) -> dict[str, Floats]:
    return {"train/loss": np.where(np.arange(loss.size) < at, loss, np.nan), "lr": _rate(loss)}


def climb(loss: Floats, at: int) -> dict[str, Floats]:
    gone = np.clip(np.arange(loss.size) - at + 1, 0, None) / loss.size
    return {"train/loss": loss * np.exp(8.0 * gone), "lr": _rate(loss)}


def climb_into_nan(loss: Floats, at: int) -> dict[str, Floats]:
    made = climb(loss, at)["train/loss"] * np.exp(np.clip(np.arange(loss.size) - at, 0, None) / 4.0)
    return {"train/loss": np.where(np.arange(loss.size) < at + 24, made, np.nan)}


def jump(loss: Floats, at: int) -> dict[str, Floats]:
    return {"train/loss": loss * np.where(np.arange(loss.size) < at, 1.0, 3.5), "lr": _rate(loss)}


def spikes(loss: Floats, at: int) -> dict[str, Floats]:
    made = loss.copy()
    for place in range(at, loss.size - 2, max(8, loss.size // 12)):
        made[place : place + 2] *= (12.0, 4.0)
    return {"train/loss": made, "lr": _rate(loss)}


def gradients(loss: Floats, at: int) -> dict[str, Floats]:
    gone = np.clip(np.arange(loss.size) - at + 1, 0, None) / loss.size
    norm = np.exp(noise(5, loss.size, 0.2) + 25.0 * gone)
    return {"train/loss": loss * np.exp(10.0 * gone), "grad/norm": norm}


def validation(loss: Floats, at: int) -> dict[str, Floats]:
    gone = np.clip(np.arange(loss.size) - at, 0, None) / loss.size
    smooth = descent(loss.size, 2.3, 0.5, power=1.0, scale=0.05)
    return {"train/loss": 0.2 * loss, "val/loss": (smooth + 2.0 * gone) * np.exp(noise(9, loss.size, 0.01))}


def rate_gone(loss: Floats, at: int) -> dict[str, Floats]:
    kept = np.minimum(np.arange(loss.size), at)
    return {"train/loss": loss * (loss[:5].mean() * 0.9 ** (kept / loss.size)), "lr": np.where(kept < at, 1e-3, 0.0)}


def rate_leaps(loss: Floats, at: int) -> dict[str, Floats]:
    after = np.arange(loss.size) >= at
    rate = 1e-3 * (1.0 - 0.95 * np.minimum(np.arange(loss.size) / loss.size / 0.7, 1.0))
    return {"train/loss": loss * np.where(after, 2.5, 1.0), "lr": np.where(after, 1e-2, rate)}


SICK = (nan, climb, climb_into_nan, jump, spikes, gradients, validation, rate_gone, rate_leaps)


class Told(NamedTuple):
    name: str
    answer: Diagnosis
    onset: int | None  # the step


def curves(seeds: int) -> Iterator[Told]:
    for made in SICK:
        for grain, (points, every, sd, per) in GRAINS.items():
            for seed in range(seeds):
                at = int(points * np.random.default_rng([seed, points]).uniform(0.25, 0.6))
                loss = descent(points, 2.303, 0.4, power=1.0, scale=0.05) * np.exp(noise(seed, points, sd))
                series = {name: _series(name, values, every, per) for name, values in made(loss, at).items()}
                more = {"unit": "epoch"} if grain == "epochs" else {"steps_per_epoch": every * points / 20.0}
                yield Told(f"{made.__name__}/{grain}/{seed}", diagnosis(run(series, **more)), at * every)


def _series(name: str, values: Floats, every: int, per: str) -> Series:
    return Series.of(name, every * np.arange(values.size), values, per="evaluation" if name == "val/loss" else per)


def ward() -> Iterator[Told]:
    rows = [json.loads(line) for line in (WARD / "manifest.jsonl").read_text().splitlines()]
    for row in rows:
        if row["fault"] != "none" and row["manifest"]:
            for one in gather([str(WARD / row["file"])]).runs:
                yield Told(f"{row['file']} {row['fault']}", diagnosis(one), None)


def agrees(told: Told) -> bool:
    """Whether the run, cut off where it is said to have been known, gives the same verdict and first cause."""
    answer = told.answer
    early: Run = answer.run.until(answer.known_at_step or 0)
    again = diagnosis(early)
    lead = [one.id for one in answer.causes[:1]]  # a fresh finding may have no cause yet
    return again.verdict == "problem" and (not lead or [one.id for one in again.causes[:1]] == lead)


def share(told: Told) -> float:
    first = min(int(one.steps[0]) for one in told.answer.run.series.values() if len(one))
    last = told.answer.run.last_step or 0
    begin = first if told.onset is None else told.onset
    return ((told.answer.known_at_step or 0) - begin) / max(1, last - first)


def summed(what: str, told: list[Told], verbose: bool) -> bool:
    problems = [one for one in told if one.answer.verdict == "problem"]
    known = [one for one in problems if one.answer.known_at_step is not None]
    early = [one for one in known if one.onset is not None and (one.answer.known_at_step or 0) < one.onset]
    apart = [one for one in known if not agrees(one)]
    shares = sorted(share(one) for one in known)
    before = [one for one in known if (one.answer.known_at_step or 0) < (one.answer.run.last_step or 0)]
    print(f"{what}: {len(told)} runs, called a problem {len(problems)}, of these with a step {len(known)}")
    if any(one.onset is not None for one in told):
        print(f"  said before the onset  {len(early)}/{len(known)} (<= {upper_bound(len(early), len(known)):.1%})")
    print(
        f"  the prefix agrees      {len(known) - len(apart)}/{len(known)} = {1 - len(apart) / max(1, len(known)):.0%}"
    )
    print(f"  before the end         {len(before)}/{len(known)} = {len(before) / max(1, len(known)):.0%}")
    if shares:
        far = shares[len(shares) * 9 // 10]
        print(f"  lateness, share of run median {statistics.median(shares):.1%}, nine in ten {far:.1%}")
    for label, some in (("early", early), ("apart", apart), ("no step", [one for one in problems if one not in known])):
        for one in some if verbose else []:
            cause = one.answer.causes[0].id if one.answer.causes else "no cause"
            print(
                f"    {label:8s} {one.name}: {one.answer.known_at_step} {cause} {[f.id for f in one.answer.problems]}"
            )
    return not early and len(apart) <= 0.05 * len(known)


def main() -> int:
    seeds = next((int(one) for one in sys.argv[1:] if one.isdigit()), 4)
    verbose = "-v" in sys.argv
    good = summed("curves with a known onset", list(curves(seeds)), verbose)
    good &= summed("the ward's sick runs", list(ward()), verbose)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
