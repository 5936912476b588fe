"""What the steps of a logged series count, where every point has a step and a wall time.

A program may hand any integer to its writer: the step, the epoch, the batch of the epoch, always 0. Here such counts
are brought onto one axis; the caller tells the reader of the log by a fact when that changed anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from traindx.decoding.event_log import Points

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

SAWTOOTH = 2  # falls back to the start that make a counter of batches; a single one is a restart
OTHER_AXIS = 0.5  # a count that reaches less than this share of the training's steps counts something else
ENOUGH = 3  # points before a count is said to be of something else


def straightened(points: Points) -> tuple[Points, str | None]:
    """Points whose steps rise, and what had to be done for it.

    Steps that never move are replaced by the order of the points. Steps that fall back to their start again and again
    count the batches of an epoch and are laid end to end. Else what stood behind the step of a fall is superseded;
    of several values at one step the last stays.
    """
    import numpy as np

    steps = points.steps
    moves = np.diff(steps)
    if len(steps) < 2 or bool((moves > 0).all()):
        return points, None
    if len(steps) >= ENOUGH and not moves.any():
        return points._replace(steps=np.arange(len(steps), dtype="<i8")), "steps replaced by the order of the points"
    falls = np.flatnonzero(moves < 0)
    if len(falls) >= SAWTOOTH and bool((steps[falls + 1] == steps[0]).all()):
        span = int(steps.max() - steps.min()) + 1
        turns = np.zeros(len(steps), dtype="<i8")
        turns[falls + 1] = 1
        turns = np.cumsum(turns)
        if span * int(turns[-1] + 1) < 2**62:
            laid = points._replace(steps=steps + span * turns)
            return last_of_each(laid), "steps begin anew with every epoch and are laid end to end"
    # Of each point: is there a later one at a smaller step? Then it is superseded.
    least_behind = np.minimum.accumulate(steps[::-1])[::-1]
    kept = np.append(steps[:-1] < least_behind[1:], True)
    return points.only(kept), "points superseded by later ones" if len(falls) else None


def last_of_each(points: Points) -> Points:
    """The last of several points at one step."""
    import numpy as np

    kept = np.append(points.steps[1:] != points.steps[:-1], True)
    return points.only(kept)


def counts_otherwise(points: Points, training: Points) -> bool:
    """Whether a series counts 0, 1, 2 ... while the training went through many more steps in the same time."""
    import numpy as np

    if len(points.steps) < ENOUGH or not bool((np.diff(points.steps) == 1).all()):
        return False
    reached = steps_by_wall(points, training)
    rising = bool((np.diff(reached) > 0).all())
    return rising and int(points.steps[-1] - points.steps[0]) < OTHER_AXIS * int(reached[-1] - reached[0])


def steps_by_wall(points: Points, training: Points) -> Integers:
    """The step at which the training stood when each point was written."""
    import numpy as np

    before = np.searchsorted(np.maximum.accumulate(training.wall), points.wall, side="right") - 1
    reached: Integers = training.steps[np.maximum(before, 0)]
    return reached


def each_evaluated(training: Points, held_out: Points) -> bool:
    """Whether a held-out set was evaluated at every single count of the training: then the counts are epochs."""
    import numpy as np

    steps = held_out.steps
    return (
        len(steps) >= ENOUGH
        and bool((np.diff(steps) == 1).all())
        and bool(np.isin(steps, training.steps).all())
        and abs(len(steps) - len(training.steps)) <= 1
    )
