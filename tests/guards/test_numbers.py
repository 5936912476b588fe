import math
import re
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traindx.guards.numbers import integer, number, step

# The grammar written a second time, as an oracle.
GRAMMAR = re.compile(
    r"[ \t\n\r\f\v]*[+-]?((\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|nan|inf|infinity)[ \t\n\r\f\v]*", re.A | re.I
)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1.0), ("-2.5e-3", -0.0025), (" 7 ", 7.0), ("\t.5", 0.5), ("3.", 3.0), ("1e999", math.inf),
     ("Infinity", math.inf), ("-INF", -math.inf), ("+inf", math.inf), (f"{1e300:.4f}", 1e300), (" " * 900 + "4", 4.0)],
)  # fmt: skip
def test_numbers(text, value):
    assert number(text) == value


@pytest.mark.parametrize("text", ["nan", "-nan", "NaN", "NAN"])
def test_not_a_number_is_a_value(text):
    assert math.isnan(number(text))


@pytest.mark.parametrize(
    "text",
    ["", " ", "1_0", "١٢", "１２", "0x10", "1,5", "1e", "--1", "1 2", "nan(1)", "infin", "1.2.3", "\ud800", "9" * 401],
)
def test_what_is_no_number(text):
    assert number(text) is None


@settings(derandomize=True, deadline=None, database=None, max_examples=500)
@given(st.text(alphabet="0123456789+-.eEnaifty_ \t\x1f٣\u2009\ud800", max_size=12) | st.text(max_size=20))
@example("9" * 5000)
@example("\x1c1")
def test_any_text_is_a_number_exactly_when_the_grammar_says_so(text):
    value = number(text)
    assert (value is not None) == (len(text.strip(" \t")) <= 400 and GRAMMAR.fullmatch(text) is not None)
    whole = integer(text)
    if whole is not None:
        assert float(whole) == value
        assert step(text) == whole
    result = step(text)
    assert result is None or -(2**63) <= result < 2**63


@given(st.floats())
@settings(derandomize=True, database=None)
def test_every_double_comes_back(value):
    back = number(repr(value))
    assert back == value or (math.isnan(back) and math.isnan(value))


def test_integers_fit_in_64_bits():
    assert integer(str(2**63 - 1)) == 2**63 - 1
    assert integer(str(-(2**63))) == -(2**63)
    assert integer(str(2**63)) is None
    assert integer("1.0") is None
    assert integer("1_000") is None
    assert integer("9" * 5000) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [(3, 3), (3.0, 3), ("3", 3), ("3.0", 3), ("1e3", 1000), (3.5, None), ("3.5", None), (math.nan, None),
     (math.inf, None), ("nan", None), (2**63, None), (float(2**63), None), (-float(2**63), -(2**63)), (True, None),
     (None, None), ([3], None), ("", None), (str(2**63 - 1), 2**63 - 1)],
)  # fmt: skip
def test_steps(value, expected):
    assert step(value) == expected


def test_time_is_linear():
    start = time.perf_counter()
    for hostile in ("9" * 10**6, "e" * 10**6, "-" * 10**6, " " * 10**6, "1" + " " * 10**6 + "1"):
        number(hostile)
        integer(hostile)
    assert time.perf_counter() - start < 1.0
