import pytest

from traindx.fixes.insert_activations import insert_activations


@pytest.mark.parametrize(("framework", "words"), [("torch", "torch.nn.ReLU()"), ("keras", 'activation="relu"')])
def test_its_example(run, framework, words):
    assert words in insert_activations(run(framework=framework)).example
