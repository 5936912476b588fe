import pytest

from traindx.fixes.separate_modules import separate_modules


@pytest.mark.parametrize(("framework", "words"), [("torch", "for _ in range(6)"), ("keras", "keras.layers.Dense")])
def test_its_example(run, framework, words):
    assert words in separate_modules(run(framework=framework)).example
