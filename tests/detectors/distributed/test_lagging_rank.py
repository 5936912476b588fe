import numpy as np
import pytest

from traindx.schema import Series, Unseen
from traindx.testing import HEALTHY, examine, loud, noise, run


def ranked(*rows, name="time/step"):
    made = [Series.of(name, np.arange(len(row)), row, per="step", rank=rank or None) for rank, row in enumerate(rows)]
    return run({one.key: one for one in made})


def seconds(seed, level=0.4, sd=0.1):
    return level * np.exp(noise(seed, 100, sd))


@pytest.mark.parametrize("seed", range(4))
def test_ranks_that_agree(seed):
    assert examine("lagging-rank", HEALTHY["ranks_that_agree"](seed)) == []


def test_one_rank_is_not_looked_at():
    assert isinstance(examine("lagging-rank", run({"time/step": seconds(1)})), Unseen)


@pytest.mark.parametrize("rows", [
    [seconds(1), seconds(2), seconds(3)], [seconds(1, sd=0.6), seconds(2, sd=0.6), seconds(3, sd=0.6)],
    [np.where(np.arange(100) % 10 == 0, 3.0, seconds(1)), seconds(2)], [seconds(1, 0.45), seconds(2)],
], ids=["even", "in turns", "writes checkpoints", "a little"])  # fmt: skip
def test_times_with_a_reason(rows):
    assert loud(examine("lagging-rank", ranked(*rows))) == []


@pytest.mark.parametrize("place", [0, 2])
def test_one_rank_is_late(place):
    rows = [seconds(rank, 0.6 if rank == place else 0.4) for rank in range(4)]
    (found,) = loud(examine("lagging-rank", ranked(*rows)))
    assert found.rank == (place or None)
    (found,) = loud(examine("lagging-rank", ranked(*[1.0 / row for row in rows], name="throughput/samples")))
    assert found.rank == (place or None)
