import pytest

from traindx.fixes.linear_output import linear_output


@pytest.mark.parametrize(("framework", "words"), [("torch", "no relu"), ("keras", "activation=None")])
def test_its_example(run, framework, words):
    assert words in linear_output(run(framework=framework)).example
