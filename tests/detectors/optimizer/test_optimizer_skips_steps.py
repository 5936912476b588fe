import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, run

PLACE = np.arange(0, 1000, 10)


def counted(values, name="amp/skipped/total"):
    return run({name: values}, every=10)


@pytest.mark.parametrize("seed", range(4))
def test_the_usual_course(seed):
    assert loud(examine("optimizer-skips-steps", HEALTHY["usual_loss_scale"](seed))) == []


@pytest.mark.parametrize("values", [0.0 * PLACE, np.minimum(PLACE, 18.0), PLACE // 400,
                                    np.where(PLACE > 990, 900, 0.0)],
                         ids=["none", "search", "one in 400", "a jump at the end"])  # fmt: skip
def test_skips_that_belong_to_it(values):
    assert loud(examine("optimizer-skips-steps", counted(values))) == []


@pytest.mark.parametrize(("values", "kind"), [(PLACE * 1.0, "nearly-all"), (PLACE / 5.0, "many")])
def test_skips_that_do_not_end(values, kind):
    (found,) = loud(examine("optimizer-skips-steps", counted(values)))
    assert found.kind == kind


def test_a_counter_that_begins_anew_at_every_line():
    (found,) = loud(examine("optimizer-skips-steps", counted(np.full(100, 4.0), "amp/skipped")))
    assert found.evidence["share"] == pytest.approx(0.4)
    assert loud(examine("optimizer-skips-steps", counted(0.0 * PLACE, "amp/skipped"))) == []
