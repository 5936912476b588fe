import numpy as np
import pytest

from traindx.schema import Series, Unseen
from traindx.testing import HEALTHY, cosine, descent, examine, loud, noise, run

PLACE = np.arange(150)


def ranked(**curves):
    series = {}
    for name, rows in curves.items():
        for rank, row in enumerate(rows):
            one = Series.of(name.replace("_", "/"), PLACE, row, per="step", rank=rank or None)
            series[one.key] = one
    return run(series)


def losses(sd=0.1, ranks=4):
    return [descent(150, 2.3, 0.5) * np.exp(noise(rank, 150, sd)) for rank in range(ranks)]


@pytest.mark.parametrize("seed", range(4))
def test_ranks_that_agree(seed):
    assert examine("ranks-differ", HEALTHY["ranks_that_agree"](seed)) == []


def test_one_rank_is_not_looked_at():
    assert isinstance(examine("ranks-differ", run({"train/loss": losses()[0]})), Unseen)


@pytest.mark.parametrize("made", [
    ranked(train_loss=losses(0.5)), ranked(train_loss=[losses()[0]] * 4),
    ranked(train_loss=losses(), lr=[cosine(150)] * 4), ranked(train_loss=[*losses()[:3], 1.4 * losses()[3]]),
], ids=["noise", "averaged", "one rate", "data of its own"])  # fmt: skip
def test_differences_with_a_reason(made):
    assert loud(examine("ranks-differ", made)) == []


def test_losses_that_part():
    parted = losses()
    parted[1] = parted[1] * np.exp(np.clip(PLACE - 50, 0, None) / 100.0)
    (found,) = loud(examine("ranks-differ", ranked(train_loss=parted)))
    assert found.kind == "loss"


def test_rates_that_differ():
    (found,) = loud(examine("ranks-differ", ranked(train_loss=losses(ranks=2), lr=[cosine(150), 0.5 * cosine(150)])))
    assert found.kind == "rate"
