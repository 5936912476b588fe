import pytest

from traindx.testing import examine
from traindx.testing.bench import bench, modules

DROP = {"name": "d", "type": "Dropout", "kind": "dropout", "calls": 1, "p": 0.1}


@pytest.mark.parametrize(("mode", "kind"), [(False, "whole"), ("mixed", "parts")])
def test_it_is_worth_a_word(mode: object, kind: str) -> None:
    (found,) = examine("model-in-eval-mode", bench(model={"training": mode}, modules=[*modules("relu"), DROP]))
    assert (found.kind, found.severity) == (kind, "info")


@pytest.mark.parametrize(("mode", "rows"), [(True, [DROP]), (False, modules("relu")), (None, [DROP])])
def test_where_it_makes_no_difference(mode: object, rows: list) -> None:
    assert examine("model-in-eval-mode", bench(model={"training": mode}, modules=rows)) == []
