import json
import math
import time
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traindx.decoding.yaml_subset import document, scalar
from traindx.guards.refusal import Refused

fuzz = settings(derandomize=True, deadline=None, database=None, max_examples=500)

HPARAMS = """\
# written by a trainer
batch_size: 32
lr: 1e-3
weight_decay: 0.0
name: 'it''s: # a name'
title: "tab\\t\\u00e9 \\"x\\""
note: a plain text that is
  wrapped, as PyYAML does
precision: '32'
seed: null
empty:
flag: true
betas: !!python/tuple
- 0.9
- 0.999
layers:
  - 1
  - - 2
    - 3
  - width: 4
    act: relu
dims: [1, 2.5, [a, 'b, c'], {k: v, n: null}]
wrapped: [1,
  2]
none: {}
nothing: []
optimizer: !!python/name:torch.optim.adam.Adam ''
cfg: &id001 !!python/object:argparse.Namespace
  lr: 0.1   # inner
  deep:
    er: -3
again: *id001
path: !!python/object/apply:pathlib.PosixPath
- /
- home
text: |
  first
    second

  third
folded: >-
  one
  two
last: 7
"""


def test_hparams_as_trainers_write_them():
    assert document(HPARAMS) == {
        "batch_size": 32, "lr": 0.001, "weight_decay": 0.0, "name": "it's: # a name", "title": 'tab\té "x"',
        "note": "a plain text that is wrapped, as PyYAML does", "precision": "32", "seed": None, "empty": None,
        "flag": True, "betas": [0.9, 0.999], "layers": [1, [2, 3], {"width": 4, "act": "relu"}],
        "dims": [1, 2.5, ["a", "b, c"], {"k": "v", "n": None}], "wrapped": [1, 2], "none": {}, "nothing": [],
        "optimizer": "!!python/name:torch.optim.adam.Adam ''",
        "cfg": {"!": "&id001 !!python/object:argparse.Namespace", "lr": 0.1, "deep": {"er": -3}},
        "again": "*id001", "path": {"!": "!!python/object/apply:pathlib.PosixPath", "items": ["/", "home"]},
        "text": "first\n  second\n\nthird", "folded": "one two", "last": 7,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", {}), ("# nothing\n", {}), ("---\na: 1\n...\nb: 2\n", {"a": 1}), ("%YAML 1.1\n---\na: 1\n---\nb: 2", {"a": 1}),
     ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}), ("\ufeffa: 1", {"a": 1}), ("{a: 1, b: [2, 3]}", {"a": 1, "b": [2, 3]}),
     ("a:\n- b: 1\n  c: 2\n- d", {"a": [{"b": 1, "c": 2}, "d"]}), ("a:\n-\n  b: 1\n-\n- 2", {"a": [{"b": 1}, None, 2]}),
     ('"a b": 1', {"a b": 1}), ("a b : 1", {"a b": 1}), ("train/loss: .nan", None),
     ("url: http://x:80/#y", {"url": "http://x:80/#y"}),
     ("a: 1\na: 2", {"a": 2}), ("a: \"x\n  y\n\n  z\"", {"a": "x y\nz"}), ('a: "x\\\n  \\ y"', {"a": "x y"}),
     ("<<: *base\nx: 1", {"<<": "*base", "x": 1}), ("a: !!python/object/new:os.system [echo hi]", None),
     ("a: [1, # one\n  2]", {"a": [1, 2]}), ("a: 5 # five\n# and\nb: 6", {"a": 5, "b": 6}),
     ("a: {b}", {"a": {"b": None}}),
     ("--- {a: 1}", {"a": 1}), ("a: '32'\nb: \"\"", {"a": "32", "b": ""}),
     ('a: "\\ud800\\U00110000"', {"a": "\ud800\\U00110000"}),
     ("t: 2024-01-01 10:20:30", {"t": "2024-01-01 10:20:30"}),
     ("a: [!!python/tuple [1], &x {b: 2}]", {"a": [[1], {"!": "&x", "b": 2}]})],
)  # fmt: skip
def test_shapes(text, expected):
    found = document(text)
    if "nan" in text:
        assert math.isnan(found["train/loss"])
    elif "os.system" in text:
        assert found == {"a": {"!": "!!python/object/new:os.system", "items": ["echo hi"]}}
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1), ("-3", -3), ("1_000", 1000), ("1e-3", 0.001), ("1.", 1.0), (".5", 0.5), ("007", "007"), ("1:30", "1:30"),
     ("True", True), ("NO", False), ("Null", None), ("~", None), ("inf", math.inf), ("-.INF", -math.inf), ("١٢", "١٢"),
     ("99999999999999999999", 1e20), ("9" * 5000, "9" * 5000), ("1.2.3", "1.2.3"), ("none", "none"), ("0", 0)],
)  # fmt: skip
def test_scalars(text, value):
    found = scalar(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [("a: 1\n  b: 2", "line 1"), ("a: [1, 2", "line 1 .*bracket"), ("x: 1\na: 'b", "line 2 .*quote"),
     ("a: 1\nplain", "line 2"),
     ("- 1\n- 2", "a list, not settings"), ("word", "single value"), ("a:\n    b: 1\n  c: 2", "line 3"),
     ("a: {1: ]}", "bracket"),
     ("a: 'b' c", "goes on after"), ("a:\n\tb: 1", "tab"), ("a: " + "[" * 70, "deeper"),
     ("a: " + "{a: " * 70, "deeper"),
     ("- " * 5000 + "x", "deeper"), ("\n".join("  " * n + "a:" for n in range(80)), "deeper"),
     ("a: []]", "goes on after"),
     ("a: [" + "1," * 200_001 + "]", "more than 200,000"), ("x" * (4 << 20) + "x", "longer than")],
)  # fmt: skip
def test_refusals_say_the_line(text, said):
    with pytest.raises(Refused, match=said) as caught:
        document(text)
    assert caught.value.do


def written(value, indent=0):
    """A plain writer of the block style, with JSON for what must be quoted."""
    pad = " " * indent
    if isinstance(value, dict) and value:
        return "".join(f"\n{pad}{json.dumps(key)}:{written(inner, indent + 2)}" for key, inner in value.items())
    if isinstance(value, list) and value:
        return "".join(f"\n{pad}-{written(inner, indent + 2)}" for inner in value)
    return " " + json.dumps(value)


LEAVES = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False)
# JSON writes astral characters as two surrogates, which YAML has no way to join.
TEXT = st.text(st.characters(max_codepoint=0xD7FF), max_size=8)
TREES = st.recursive(
    LEAVES | TEXT, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=10
)


@fuzz
@given(st.dictionaries(TEXT, TREES, min_size=1, max_size=4))
def test_what_is_written_comes_back(tree):
    assert document(written(tree)) == tree
    assert document(json.dumps(tree)) == tree  # every JSON text of this kind is YAML too


@fuzz
@given(st.text(alphabet=" \t\n-:#'\"[]{},&*!|>?%ab1.\\~\r\ud800", max_size=60) | st.text(max_size=40))
@example("a: !")
@example("- &")
@example("a: |9\n b")
@example("? a\n: b")
@example("a:\n - |\n")
@example("---")
@example("--- >\n x")
def test_any_text_is_settings_or_refused(text):
    found = None
    with suppress(Refused):
        found = document(text)
    assert found is None or isinstance(found, dict)


@fuzz
@given(st.integers(0, len(HPARAMS)))
def test_a_text_cut_short_keeps_what_stands_before_its_last_entry(cut):
    whole = document(HPARAMS)
    try:
        found = document(HPARAMS[:cut])
    except Refused:
        return
    for name in list(found)[:-1]:
        assert found[name] == whole[name]


def test_time_is_linear():
    start = time.perf_counter()
    n = 200_000
    for hostile in ("a" + " " * n + "b", "a: '" + "''" * n, 'a: "' + "\\\\" * n, "a: [" + " " * n, "a: " + "&x " * n,
                    "a: |\n" + " \n" * n, "a:\n" + " x\n" * n, "a: [" + "# \n" * n, "-" * n, ": " * n, "a: " + "!" * n,
                    "a: [" + '"' * n, "#" * n, "a: " + " #" * n, "a: " + "9" * n + "x",
                    "\n".join(f"k{i}: [1" for i in range(20_000))):  # fmt: skip
        try:
            document(hostile)
        except Refused:
            continue
    assert time.perf_counter() - start < 5.0
