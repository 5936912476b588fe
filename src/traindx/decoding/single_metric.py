"""A metric that has a file of its own: its points in the order of the clock, and what the writer called it.

Several files of one run may mean the same ("loss" and "train_loss"). A reader sees one file and cannot know, so it
tells by the fact `LOGGED_AS` which word its series had; whoever puts the files together then leaves our name to one of
them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from traindx.decoding.event_log import Points
from traindx.decoding.step_counts import straightened
from traindx.schema import Series

LOGGED_AS = "logged as"

Point = tuple[int, float, float]  # step, value, seconds since 1970


def in_order(name: str, points: Sequence[Point], *, per: str | None = None) -> tuple[Series, str | None]:
    """The series, and what was done to its steps to make them rise.

    Values of one moment are put in order by step; where a time is missing the order of the file is that of the clock.
    """
    import numpy as np

    timed = all(math.isfinite(wall) for _, _, wall in points)
    ordered = sorted(points, key=lambda point: (point[2], point[0])) if timed else points
    steps, values, wall = zip(*ordered, strict=True)
    found = Points(np.array(steps, "<i8"), np.array(values, "<f8"), np.array(wall, "<f8"))
    kept, change = straightened(found)
    held_out = name.startswith(("val/", "test/"))
    told = "evaluation" if held_out else per or ("step" if name.startswith(("lr", "grad/")) else "unknown")
    return Series.of(name, kept.steps, kept.values, wall=kept.wall if timed else None, per=told), change
