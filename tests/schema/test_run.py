from __future__ import annotations

import msgspec
import pytest

from traindx.schema import Run, Series

RUN = Run("a", "a", "testing")


def test_passes_over_the_data_are_known_from_whatever_tells_them():
    assert RUN.epochs_between(0, 100) is None
    assert msgspec.structs.replace(RUN, unit="epoch").epochs_between(2, 7) == 5.0
    assert msgspec.structs.replace(RUN, steps_per_epoch=50.0).epochs_between(0, 100) == 2.0
    counted = Series.of("epoch", [0, 50, 100], [0.0, 0.5, 1.0])
    assert msgspec.structs.replace(RUN, series={"epoch": counted}).epochs_between(10, 100) == pytest.approx(0.5)
    assert msgspec.structs.replace(RUN, series={"epoch": counted}).epochs_between(60, 90) is None
