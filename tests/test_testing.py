from __future__ import annotations

import pytest

import traindx.testing
from traindx.registry import units
from traindx.testing import HEALTHY, SICK

ALL = {**HEALTHY, **{name: one for curves in SICK.values() for name, one in curves.items()}}


@pytest.mark.parametrize("name", ALL)
def test_a_seed_gives_the_same_curve_again_and_another_seed_another(name):
    assert ALL[name](3) == ALL[name](3)
    assert ALL[name](3) != ALL[name](4)


def test_every_detector_has_a_curve_that_it_must_find():
    assert set(SICK) == set(units("detectors"))


def test_names_of_curves_are_not_used_twice():
    sick = {curve for curves in SICK.values() for curve in curves.values()}
    assert len(ALL) == len(HEALTHY) + len(sick)


def test_what_plugins_use_is_public():
    assert {"HEALTHY", "SICK", "examine", "loud", "run", "noise", "descent", "cosine"} <= set(traindx.testing.__all__)
    assert all(hasattr(traindx.testing, name) for name in traindx.testing.__all__)
