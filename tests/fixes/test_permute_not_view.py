"""Move axes with a permutation, not with a view."""

import pytest

from traindx.fixes.permute_not_view import permute_not_view


@pytest.mark.parametrize(("framework", "words"), [("torch", "x.permute"), ("keras", "ops.transpose")])
def test_its_example(run, framework, words):
    assert words in permute_not_view(run(framework=framework)).example
