"""How near the estimate of wrong labels lies to the truth, on real data with labels that were made wrong.

    PYTHONPATH=data python benchmarks/label_noise.py [SEEDS] [FIRST SEED]

Of each set of `real_data` at most two thousand rows are drawn, a share of the labels is replaced by another class drawn
evenly, and the estimate is compared with the share that really was. What was wrong in the set before is not known and
counts as right. Thresholds were set on seeds 1 to 3.
"""

from __future__ import annotations

import collections
import sys

import numpy as np
from intervals import rate_interval, upper_bound
from real_data import SETS

from traindx.signals.classifying import standardized, told
from traindx.signals.label_noise import label_noise

SHARES = (0.0, 0.05, 0.1, 0.2, 0.4)
ROWS = 2000
ALLOWED = 0.05


def cell(x: np.ndarray, labels: np.ndarray, share: float, seed: int) -> tuple[float, float | None, str | None]:
    """The truth, the estimate, or why there is none."""
    draw = np.random.default_rng((seed, int(1000 * share)))
    rows = draw.permutation(len(labels))[:ROWS]
    right, classes = labels[rows], int(labels.max()) + 1
    given = np.where(draw.random(len(rows)) < share, (right + draw.integers(1, classes, len(rows))) % classes, right)
    answer = label_noise(told(standardized(x[rows]), given).probabilities, given)
    return float((given != right).mean()), answer.share, answer.reason


def main(seeds: int, first: int) -> None:
    answered: list[tuple[str, bool]] = []
    off: list[tuple[str, float]] = []
    missing = []
    for name, load in SETS.items():
        try:
            x, labels = load()
        except (FileNotFoundError, ImportError) as error:
            missing.append(f"{name} ({error})")
            continue
        reasons: collections.Counter[str] = collections.Counter()
        for share in SHARES:
            told_here = []
            for seed in range(first, first + seeds):
                truth, estimate, reason = cell(x, labels, share, seed)
                answered.append((name, estimate is not None))
                if estimate is None:
                    reasons[str(reason)] += 1
                else:
                    told_here.append(f"{100 * (estimate - truth):+.1f}")
                    off.append((name, abs(estimate - truth)))
            print(f"{name:9} {min(len(labels), ROWS):5} rows, {share:4.0%} wrong: {' '.join(told_here) or 'no answer'}")
        for reason, count in reasons.items():
            print(f"{'':9} {count} times: {reason}")
    share_told = sum(yes for _, yes in answered) / len(answered)
    low, high = rate_interval(answered)
    errors = np.array([error for _, error in off])
    beyond = int((errors > ALLOWED).sum())
    print(f"{len(SETS) - len(missing)} sets, {len(answered)} cells; answered {share_told:.1%} [{low:.0%}, {high:.0%}]")
    print(f"off by more than five points: {beyond} of {len(errors)}, at most {upper_bound(beyond, len(errors)):.1%}")
    print(f"off by, in points: median {100 * np.median(errors):.1f}, worst {100 * errors.max():.1f}")
    print(f"missing: {', '.join(missing) or 'none'}")


if __name__ == "__main__":
    main(*(int(word) for word in [*sys.argv[1:], *["4", "2"][len(sys.argv) - 1 :]]))
