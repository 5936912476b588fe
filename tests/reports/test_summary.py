import math

import numpy as np

from traindx.reports.summary import Summary, summarized, summary
from traindx.schema import Series


def of(name, values):
    return summarized(Series.of(name, range(10, 10 + len(values)), values))


def test_first_final_best_and_where():
    assert of("train/loss", [3.0, 1.0, 2.0]) == Summary(3.0, 2.0, 1.0, 11, 3)
    assert of("val/metric/accuracy", [0.1, 0.9, 0.5]) == Summary(0.1, 0.5, 0.9, 11, 3)
    assert of("grad/norm", [3.0, 1.0, 2.0]) == Summary(3.0, 2.0, None, None, 3)


def test_the_best_is_finite_and_the_ends_are_what_they_are():
    told = of("train/loss", [np.nan, 2.0, -np.inf, np.nan])
    assert math.isnan(told.first)
    assert math.isnan(told.final)
    assert (told.best, told.best_at) == (2.0, 11)
    assert of("train/loss", [np.nan]).best is None


def test_nothing_is_nothing():
    assert of("train/loss", []) == Summary(None, None, None, None, 0)


def test_one_for_every_series_in_its_order(make):
    assert list(summary(make["a_run"]())) == ["train/loss", "grad/norm", "lr"]
