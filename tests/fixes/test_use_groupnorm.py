import pytest

from traindx.fixes.use_groupnorm import use_groupnorm


@pytest.mark.parametrize(("framework", "words"), [("torch", "GroupNorm(num_groups"), ("keras", "GroupNormalization")])
def test_its_example(run, framework, words):
    assert words in use_groupnorm(run(framework=framework)).example
