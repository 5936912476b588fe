"""Rows as Python prints them, against Python's own reading where that can read them."""

from __future__ import annotations

import ast
import math
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.literal import row

ROWS: list[tuple[str, dict[str, Any] | None]] = [
    ("{'loss': 0.3, 'learning_rate': '1e-5', 'epoch': 1}", {"loss": 0.3, "learning_rate": "1e-5", "epoch": 1}),
    ("{'loss': nan, 'a': inf, 'b': -inf}", {"loss": math.nan, "a": math.inf, "b": -math.inf}),
    ('{"loss": NaN, "a": -Infinity, "b": null, "c": true}', {"loss": math.nan, "a": -math.inf, "b": None, "c": True}),
    ("{'a': tensor(0.3), 'b': np.float64(0.3)}", {"a": 0.3, "b": 0.3}),
    ("{'a': tensor(0.3, device='cuda:0', grad_fn=<NllLossBackward0>), 'b': 2}", {"a": 0.3, "b": 2}),
    (
        "{'a': tensor([0.1, nan]), 'b': np.float32(nan), 'c': array([1, ..., 3], dtype=float32)}",
        {"a": [0.1, math.nan], "b": math.nan, "c": [1, 3]},
    ),
    (
        "{'a': <tf.Tensor: shape=(), dtype=float32, numpy=0.3>, 'b': 1}",
        {"a": "<tf.Tensor: shape=(), dtype=float32, numpy=0.3>", "b": 1},
    ),
    ("{\u2018loss\u2019: 1.453, \u2018epoch\u2019: 0.19}", {"loss": 1.453, "epoch": 0.19}),
    ("  1%|  | 1/160 [00:08<21:09,  7.98s/it]{'loss': 2.0, 'x': {'y': (1, 2)}}  ", {"loss": 2.0, "x": {"y": [1, 2]}}),
    ("[INFO|2026-12-08 01:09:59] callbacks:157 >> {'loss': 0.0}", {"loss": 0.0}),
    ("{bad} {'loss': 1}", {"loss": 1}),
    ("{'when': datetime.datetime(2024, 1, 2), 'b': 1}", {"when": "datetime.datetime(2024, 1, 2)", "b": 1}),
    ("{'a': OrderedDict({'b': 1}), 'dtype': torch.float32}", {"a": {"b": 1}, "dtype": "torch.float32"}),
    ("{'text': 'it\\'s \\n {', 'b': \"x'y\"}", {"text": "it's \n {", "b": "x'y"}),
    ("{'a': 1_000, 'b': 99999999999999999999}", {"a": "1_000", "b": 1e20}),
    ("{'a': 1,}", {"a": 1}),
    ("{'a': 1, 'a': 2}", {"a": 2}),
    ("{'loss': 0.", None),
    ("{'loss': 0.3", None),
    ("{'loss': tensor(0.3", None),
    ("{'loss': 0.3 'b': 2}", None),
    ("{'a', 'b'}", None),
    ("{}", None),
    ("no row", None),
    ("", None),
    ("{'a': __import__('os').system('true')}", None),
    ("{'a': __import__('os')}", {"a": "__import__('os')"}),
]


@pytest.mark.parametrize(("line", "expected"), ROWS)
def test_rows(line: str, expected: dict[str, Any] | None) -> None:
    assert repr(row(line)) == repr(expected)


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False),
    st.text("ab c'\"\\n{}[]()<>,:.", max_size=8),
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc_"), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abc_/", min_size=1, max_size=6), VALUES, min_size=1, max_size=5))
def test_what_python_prints_is_read_as_python_reads_it(values: dict[str, Any]) -> None:
    printed = repr(values)
    assert row("prefix " + printed + " rest") == ast.literal_eval(printed)
    assert row(printed[:-1]) is None or "{" in printed[1:]


PIECES = ["{", "}", "'a'", ":", ",", "[", "]", "(", ")", "nan", "1.5", "tensor", "np.float32", "...", "<", ">", "'",
          "\\", " ", "-", "b'"]  # fmt: skip


@given(st.one_of(st.text(max_size=100), st.lists(st.sampled_from(PIECES), max_size=30).map("".join)))
def test_anything_gives_a_dictionary_or_none(line: str) -> None:
    found = row("{'a':" + line)
    assert found is None or all(isinstance(name, str) for name in found)


@pytest.mark.parametrize("unit", [
    "{'a':", "[", "(", "tensor(", "'", "\\", "'a':1,", "<", "<a", "1", "a", "...", "{'a': tensor(", "\u2018", " ", "-",
    "f(", "{'", "(,", "\\'", "'\\", "x'", '"',
])  # fmt: skip
def test_hostile_rows_take_linear_time(unit: str) -> None:
    size = 300_000
    for prefix in ("", "{'a': ", "{'a': [", "{'a': x("):
        begun = time.process_time()
        row((prefix + unit * size)[:size])
        assert time.process_time() - begun < 2


def test_a_backslash_that_escapes_nothing_stays() -> None:
    assert row(r"{'a': '1\.445', 'b': 'it\'s', 'c': 'x\ny'}") == {"a": r"1\.445", "b": "it's", "c": "x\ny"}
