import pytest

from traindx.testing import SICK, examine, loud, sick_benches

LOOKS = [(id, name, one) for id, curves in SICK.items() for name, one in curves.items()]
OWN = [(id, name) for id, name, one in LOOKS if one.__module__ == sick_benches.__name__]
INFORM = {
    "model-in-eval-mode",
    "more-parameters-than-samples",
    "no-regularization",
}  # of which nobody should be alarmed


@pytest.mark.parametrize(("id", "name"), OWN)
@pytest.mark.parametrize("seed", [0, 7])
def test_it_is_found(id: str, name: str, seed: int) -> None:
    run = SICK[id][name](seed)
    assert run.on_bench
    answer = examine(id, run)
    assert loud(answer) or (id in INFORM and answer)
