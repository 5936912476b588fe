from __future__ import annotations

import math

from traindx.reports.outputs import outputs, reach
from traindx.schema import Fact, Series


def test_a_row_for_each_layer_in_the_order_of_its_call(look) -> None:
    run = look(3)
    run.facts.append(Fact("modules", [{"name": f"blocks.{place}.fc:relu"} for place in (2, 0, 1)]))
    rows = outputs(run)
    assert [row.layer for row in rows] == ["blocks.2.fc:relu", "blocks.0.fc:relu", "blocks.1.fc:relu"]
    assert rows[0].zeros == 4 / 64
    assert rows[0].dead == 0.001
    assert math.isnan(rows[0].saturated)


def test_a_mean_that_is_zero_but_for_rounding_does_not_take_the_axis_with_it(look) -> None:
    run = look(2)
    run.series["act/mean/blocks.0.fc:relu"] = Series.of("act/mean/blocks.0.fc:relu", [0], [1e-17])
    low, high = reach(outputs(run))
    assert low > 1e-6
    assert high < 1.0


def test_an_axis_where_nothing_is_known() -> None:
    assert reach([]) == (0.1, 1.0)
