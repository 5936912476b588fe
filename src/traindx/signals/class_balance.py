"""How evenly labels are spread over their classes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike


class Balance(NamedTuple):
    """Rows by class, the most frequent first; the entropy in nats and the number of even classes that has the same."""

    counts: dict[Any, int]
    entropy: float
    effective: float

    @property
    def ratio(self) -> float:
        """How many times the largest class holds the rows of the smallest."""
        sizes = list(self.counts.values())
        return max(sizes) / min(sizes) if sizes else 1.0


def class_balance(labels: ArrayLike) -> Balance:
    """Classes that no row has are not known and not counted."""
    values, sizes = np.unique(np.asarray(labels).ravel(), return_counts=True)
    order = np.argsort(-sizes, kind="stable")
    counts = {values[place].item(): int(sizes[place]) for place in order}
    shares = sizes / max(int(sizes.sum()), 1)
    entropy = max(0.0, float(-(shares * np.log(shares)).sum())) if sizes.size else 0.0
    return Balance(counts, entropy, float(np.exp(entropy)) if sizes.size else 0.0)
