"""Runs for fixes: what is known of them is named, nothing else is in them."""

import pytest

from traindx.schema import Run, Series


@pytest.fixture
def run():
    """Makes a run from a framework, lists of values (one a step, from step 1 on) and settings."""

    def make(*, framework="torch", unit="step", loss=None, val=None, rate=None, norm=None, every=1, **settings):
        lists = {"train/loss": loss, "val/loss": val, "lr": rate, "grad/norm": norm}
        series = {
            name: Series.of(name, [every * (place + 1) for place in range(len(values))], values)
            for name, values in lists.items()
            if values is not None
        }
        return Run(
            id="r", source="r.csv", format="csv", framework=framework, unit=unit, series=series, settings=settings
        )

    return make
