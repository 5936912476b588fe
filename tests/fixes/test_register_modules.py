import pytest

from traindx.fixes.register_modules import register_modules


@pytest.mark.parametrize(("framework", "words"), [("torch", "ModuleList"), ("keras", "add_weight")])
def test_its_example(run, framework, words):
    assert words in register_modules(run(framework=framework)).example
