import json
import math
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traindx.decoding.json_text import document, duplicate_keys, flat_objects, line
from traindx.guards import limits
from traindx.guards.refusal import Refused

fuzz = settings(derandomize=True, deadline=None, database=None, max_examples=500)
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers(-(10**18), 10**18) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def same(a, b):
    return json.dumps(a) == json.dumps(b)


@pytest.mark.parametrize("read", [document, line])
def test_reads_what_python_writes_of_a_diverged_run(read):
    value = read(b'{"loss": NaN, "max": Infinity, "min": -Infinity, "step": 7, "big": 1e999}')
    assert math.isnan(value["loss"])
    assert (value["max"], value["min"], value["step"], value["big"]) == (math.inf, -math.inf, 7, math.inf)


@pytest.mark.parametrize("read", [document, line])
@pytest.mark.parametrize(
    ("text", "expected"),
    [('"\\ud800"', "\ud800"), ('"\ud800"', "\ud800"), ('"a\tb"', "a\tb"), ('\ufeff{"a":1}', {"a": 1}),
     ('{"a":1}'.encode("utf-16"), {"a": 1}), (b'\xef\xbb\xbf{"a":1}', {"a": 1}), (b'"\xff"', "\ufffd"),
     ('{"a":1,"a":2}', {"a": 2}), (" [1.5, null] \n", [1.5, None]), ("9223372036854775807", 2**63 - 1),
     ('"[[[[\\"{{"', '[[[["{{')],
)  # fmt: skip
def test_reads_what_is_found_in_the_wild(read, text, expected):
    assert read(text) == expected


@pytest.mark.parametrize("read", [document, line])
def test_giant_integers_become_doubles(read):
    for digits in (20, 300, 400, 4000, 5000):
        value = read('{"a": 9, "b": NaN, "c": -9}'.replace("9", "9" * digits))
        assert value["a"] == float("9" * digits)
        assert value["c"] == -value["a"]
        assert isinstance(read("1" * digits), float)


@pytest.mark.parametrize(
    "deep", ["[" * 100_000, "[" * 65 + "]" * 65, '{"a":' * 65 + "1" + "}" * 65, '["\\\\",' + "[" * 64]
)
def test_depth_is_refused_before_parsing(deep):
    with pytest.raises(Refused, match="nested deeper than 64"):
        document(deep)
    assert line(deep) is None


def test_depth_is_not_length():
    assert len(document("[" + "[]," * 1000 + "[]]")) == 1001
    assert document("[" * 64 + "]" * 64) is not None
    assert line('["' + "[" * 100 + '"]') == ["[" * 100]
    assert line('["\\\\\\"' + "[" * 100 + '"]') == ['\\"' + "[" * 100]


@pytest.mark.parametrize(
    "text", ["", " ", "{", '{"a":', "nan", "1 2", "[1,]", "{'a': 1}", '"\\ud8', b"\xff\xfe", b"\x80"]
)
def test_what_is_no_json(text):
    assert line(text) is None
    with pytest.raises(Refused, match=r"this is not JSON .*; check"):
        document(text)


def test_size_is_capped(monkeypatch):
    assert line('"' + "x" * limits.MAX_LINE + '"') is None
    monkeypatch.setattr("traindx.decoding.json_text.MAX_FILE_BYTES", 10)
    with pytest.raises(Refused, match="larger"):
        document(b" " * 11)
    monkeypatch.setattr("traindx.decoding.json_text.MAX_FILE_BYTES", 100)
    monkeypatch.setattr("traindx.decoding.json_text.MAX_NODES", 10)
    with pytest.raises(Refused, match="more than 10 values"):
        document(b"[0" + b",0" * 20 + b"]")


def test_duplicate_keys_are_counted():
    assert duplicate_keys('{"a":1,"a":2,"b":{"c":1,"c":NaN,"c":3}}') == 3
    assert duplicate_keys("[1]") == 0
    with pytest.raises(Refused):
        duplicate_keys("{")


@fuzz
@given(VALUES)
def test_comes_back_whole(value):
    text = json.dumps(value)
    assert same(document(text), value)
    assert same(document(text.encode()), value)
    assert same(line(text + "\n"), value)


@fuzz
@given(VALUES, st.data())
def test_a_torn_text_is_refused_or_a_smaller_value(value, data):
    raw = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    cut = raw[: data.draw(st.integers(0, len(raw)))]
    try:
        assert same(document(cut), line(cut))
    except Refused:
        assert line(cut) is None


@fuzz
@given(st.binary(max_size=60) | st.text(alphabet='[]{}":,\\u0d8NaIn1e-. \ud800\ufeff', max_size=40))
@example(b"\xfe\xff\xd8")
@example('"' + "[" * 10_000)
@example("-" + "1" * 5000)
@example('{"a":' * 3000)
def test_any_input_is_a_value_or_refused(data):
    try:
        value = document(data)
    except Refused:
        assert line(data) is None
    else:
        assert same(line(data), value)


def test_time_is_linear():
    start = time.perf_counter()
    for hostile in (
        b"[" * 10**6,
        b'["' + b'\\"' * 500_000,
        b'{"a":[' * 200_000,
        b"1" * 10**6,
        b'""' * 500_000,
        b"\\" * 10**6,
    ):
        assert line(hostile) is None or hostile[:1] == b"1"
    assert time.perf_counter() - start < 2.0


ODD = [
    '{"a":1}',
    '{"a":1',
    '"b":2}',
    '{"a":1}{"b":2}',
    '{"a":NaN,"b":1e5}',
    '{"NaN":1}',
    '{"a":"NaN"}',
    '{"a":"x NaN, y"}',
    '{"a":12345678901234567890123}',
    '{"a":0.00000000000000000000012}',
    "[1]",
    "NaN",
    "",
    '{"a":{"b":1}}',
    '{"a":-NaN}',
    '{"a":"@NaN@","b":NaN}',
    '{"a":null,"b":NaN}',
    '{"a":"}"}',
    '{"a":Infinity}',
    '{"é":1}',
    '{"a":"\\u00e9"}',
    "{}",
]


@given(st.lists(st.sampled_from(ODD), min_size=1, max_size=4))
def test_many_objects_at_once_are_what_each_line_is(lines: list[str]) -> None:
    found = flat_objects(lines)
    if found is not None:
        assert repr(found) == repr([line(each) for each in lines])


@pytest.mark.parametrize("text", ODD)
def test_one_object_at_once_is_what_the_standard_library_says(text: str) -> None:
    try:
        expected = repr(json.loads(text))
    except ValueError:
        expected = "None"
    if "12345678901234567890123" not in text:
        assert repr(line(text)) == expected


def test_rows_of_numbers_are_read_at_once() -> None:
    lines = [f'{{"step": {step}, "loss": {"NaN" if step == 3 else 0.000123456789012345678}}}' for step in range(9)]
    found = flat_objects(lines)
    assert found is not None
    assert repr(found[3]["loss"]) == "nan"
