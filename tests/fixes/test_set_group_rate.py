"""Give every parameter group its learning rate."""

import pytest

from traindx.fixes.set_group_rate import set_group_rate


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "param_groups"),
    ],
)
def test_its_example(run, given, words):
    assert words in set_group_rate(run(**given)).example


@pytest.mark.parametrize("given", [{"framework": "keras"}])
def test_where_it_does_not_apply(run, given):
    assert set_group_rate(run(**given)) is None
