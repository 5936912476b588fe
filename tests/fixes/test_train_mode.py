import pytest

from traindx.fixes.train_mode import train_mode


@pytest.mark.parametrize(("framework", "words"), [("torch", "model.train()"), ("keras", "training=True")])
def test_its_example(run, framework, words):
    assert words in train_mode(run(framework=framework)).example
