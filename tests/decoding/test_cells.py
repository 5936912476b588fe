from __future__ import annotations

import pytest

from traindx.decoding.cells import cell


@pytest.mark.parametrize(
    ("text", "comma", "value"),
    [
        ("0.5", False, 0.5),
        ("0,5", True, 0.5),
        ("0,5", False, None),
        ("1,234.5", False, 1234.5),
        ("97.5%", False, 97.5),
        ("[0.25]", False, 0.25),
        ("tensor(0.5, device='cuda:0')", False, 0.5),
        ("[0.25, 0.5]", False, None),
        ("NA", False, None),
        ("", False, None),
        ("inf", False, float("inf")),
        ("1_0", False, None),
        ("x", False, None),
    ],
)
def test_cells(text: str, comma: bool, value: float | None) -> None:
    assert cell(text, decimal_comma=comma) == value
