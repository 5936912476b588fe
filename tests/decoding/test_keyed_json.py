import json
import random

import pytest

from traindx.decoding.keyed_json import numbers, values


def part(number, data):
    key = number << 3 | 2
    head = bytes([key]) if key < 128 else bytes([key & 127 | 128, key >> 7])
    size = bytes([len(data)]) if len(data) < 128 else bytes([len(data) & 127 | 128, len(data) >> 7])
    return head + size + data


def item(*path, value, tag=2):
    return part(1, b"".join(part(tag, name.encode()) for name in path) + part(16, value.encode()))


def test_fast_and_slow_say_the_same():
    chance = random.Random(1)
    for _ in range(300):
        row = {("k" * chance.choice((1, 5, 126, 200)) + str(n),): chance.choice((1, -2.5, 1e-30, 1e25, "text", None))
               for n in range(5)}  # fmt: skip
        message = b"".join(item(*path, value=json.dumps(value)) for path, value in row.items())
        assert dict(values(message)) == row
        known = {path[0].encode(): float(value) for path, value in row.items() if isinstance(value, (int, float))}
        assert dict(numbers(message)) == known


@pytest.mark.parametrize(
    ("text", "value"),
    [("NaN", "nan"), ('"NaN"', "nan"), ("-Infinity", "-inf"), ("1e999", "inf"), ("-0.0", "-0.0"), ("1E5", "100000.0")],
)
def test_spellings(text, value):
    assert [str(number) for _, number in numbers(item("a", value=text))] == [value]


@pytest.mark.parametrize("text", ["1_0", "", "true", "null", '"1"', "[1]", "nan", "{"])
def test_no_number(text):
    assert numbers(item("a", value=text)) == []


def test_what_only_begins_like_a_number_is_damage():
    with pytest.raises(ValueError, match="float"):
        numbers(item("a", value="0x10"))


def test_nested_names_and_media():
    message = item("a", "b", value="1") + item("c", value='{"d": 2}') + item("h", value='{"_type": "x", "n": 3}')
    assert numbers(message + item("e", value="4", tag=1)) == [(b"a.b", 1.0), (b"c.d", 2.0), (b"e", 4.0)]


def test_a_cut_message_raises_value_error_or_is_shorter():
    message = item("loss", value="0.25") + item("lr", value="1")
    for cut in range(len(message)):
        try:
            found = numbers(message[:cut])
        except ValueError:
            continue
        assert found == numbers(message)[: len(found)]
