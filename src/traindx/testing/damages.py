"""Log files that were damaged in ways in which files are, and the numbers that may be read out of them.

`mutated` gives a damaged copy of a file; the same seed gives the same copy. `numbers_in` says which sizes of numbers
stand in a text, however they are written, and `stored_in` whether a number is stored somewhere in binary data: a
reader may leave something out of a broken file, but what it reads must stand there. Signs are not compared.
"""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable

from traindx.decoding.lines import Lines

NUMBERS = (
    b"1e999", b"-1e999", b"nan", b"1" + b"0" * 5000, b"1_0", "١٢".encode(), b"0x10", b"-0.0", b"1e-400", b"null", b"",
    b'"', b"NaN", b"-", b"9" * 25, b"1,5", b"[1]", b"tensor(3)", b"{}", b"true",
)  # fmt: skip
JUNK = (
    b"\0", b"\xff\xfe", b"\xed\xa0\x80", b'"', b"[", b"]", b"{", b"}", b",", b";", b"\t", b"\r", b"\n", b"\\", b"'",
    b"\\ud800", b"\x1b[31m", b":", b"# ", b"\xef\xbb\xbf", b"epoch", b"step,loss\n", b'"loss": [1, 2], ',
)  # fmt: skip
# Lengths and counts that a frame or a header may claim.
CLAIMS = (b"\xff" * 8, b"\0" * 8, b"\x7f" + b"\xff" * 7, b"\xff\xff\xff\x7f", b"\x80" * 10, b"\x01\0\0\0\0\0\0\0")
LONG = (b"0", b"9", b"a", b" ", b".", b"-", b"=", b"_", b":", b",", b"|", b"(", b"[", b"'", b'"', b"\\", b"#", b"1 ",
        b"a ", b"a=", b"1/", b"1:", b"1,", b"a.", b"- ", b"[1", b"{'", b"a: ", b"loss ", b"loss: 1 ")  # fmt: skip
LENGTH = 20_000
LARGEST = 1 << 20  # bytes: what takes long shows itself in less
TOKEN = re.compile(r"(?:\d[\d,]*\.?\d*|[.,]\d+)(?:[eE][-+]?\d+)?", re.ASCII)
PLAIN = re.compile(r"\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\.\d+", re.ASCII)
SHARE = re.compile(r"(\d{1,12})/(\d{1,12})")  # "523/600" is a share of samples
# A unit that is written beside a number (ms, min, h) is part of how it is to be read.
UNITS = (1.0, 1e-3, 1e-6, 1e-9, 60.0, 3600.0)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """A file that was damaged in one to three ways."""
    for _ in range(chance.randint(1, 3)):
        data = chance.choice(DAMAGES)(data, chance)[:LARGEST]
    return data


def _number(data: bytes, chance: random.Random) -> bytes:
    found = list(re.finditer(rb"\d+(?:\.\d+)?", data))
    if not found:
        return data
    one = chance.choice(found)
    return data[: one.start()] + chance.choice(NUMBERS) + data[one.end() :]


def _junk(data: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(data))
    return data[:at] + chance.choice(JUNK) * chance.choice((1, 1, 1, 300)) + data[at:]


def _cut(data: bytes, chance: random.Random) -> bytes:
    first, last = sorted((chance.randint(0, len(data)), chance.randint(0, len(data))))
    return data[:first] + data[last:] if chance.random() < 0.5 else data[:last]


def _lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one] if chance.random() < 0.5 else lines[other]
    return b"\n".join(lines)


def _bits(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _claim(data: bytes, chance: random.Random) -> bytes:
    at, claim = chance.randint(0, len(data)), chance.choice(CLAIMS)
    return data[:at] + claim + data[at + len(claim) :]


def _repeated(data: bytes, chance: random.Random) -> bytes:
    first, last = sorted((chance.randint(0, len(data)), chance.randint(0, len(data))))
    return data[:last] + data[first:last] * chance.choice((1, 1, 20)) + data[last:]


def _long(data: bytes, chance: random.Random) -> bytes:
    """What takes a time that grows with its square shows itself."""
    at, part = chance.randint(0, len(data)), chance.choice(LONG)
    return data[:at] + part * (LENGTH // len(part)) + data[at:]


def _written(data: bytes, chance: random.Random) -> bytes:
    change: Callable[[bytes], bytes] = chance.choice(
        (
            lambda text: text.replace(b"\n", b"\r\n"),
            lambda text: text.replace(b"\n", b"\r"),
            lambda text: text.decode("utf-8", "replace").encode("utf-16"),
            lambda text: b"\xef\xbb\xbf" + text,
            lambda text: text * 2,
            lambda text: text.replace(b",", b";"),
            lambda text: text.replace(b"loss", b"Loss ").replace(b"_", b" "),
        )
    )
    return change(data)


DAMAGES = (_number, _number, _junk, _junk, _cut, _lines, _bits, _written, _claim, _repeated, _long)


def is_text(data: bytes) -> bool:
    """Whether a file is one of lines; what is stored in others no eye can read."""
    return b"\0" not in data


def numbers_in(data: bytes) -> set[float]:
    """The sizes of all numbers that stand in a text."""
    lines = Lines()
    text = "\n".join([*lines.feed(data), *lines.tail()])
    found: set[float] = set()
    for token in TOKEN.findall(text) + PLAIN.findall(text):
        for plain in (token, token.replace(",", "."), token.replace(",", "")):
            try:
                found.add(abs(float(plain)))
            except ValueError:
                continue
    found |= {float(part) / float(whole) for part, whole in SHARE.findall(text) if int(whole)}
    return found | {value * unit for value in found for unit in UNITS}


def stored_in(data: bytes, value: float) -> bool:
    """Whether a number is stored in binary data, as a float, an integer or text, in any place and order of bytes."""
    size = abs(value)
    if any(packed in data for sign in (size, -size) for packed in _floats(sign)):
        return True
    if size == int(size) and size < 2**63 and any(packed in data for packed in _integers(int(size))):
        return True
    return size in _spelt(data)


def _floats(value: float) -> list[bytes]:
    packed = [struct.pack(">d", value), struct.pack("<d", value)]
    for layout in ("f", "e"):
        try:
            packed += [struct.pack(order + layout, value) for order in "<>"
                       if struct.unpack(order + layout, struct.pack(order + layout, value))[0] == value]  # fmt: skip
        except OverflowError:
            continue
    return [*packed, *(one[-2:] for one in packed if one[:-2] == b"\0\0")]  # a bfloat16 is the upper half of a float


def _integers(value: int) -> list[bytes]:
    """The shortest big-endian form, which is part of any longer one; and as varints, both signs zigzagged."""
    varints = []
    for number in (value, 2 * value, 2 * value - 1):
        varint = b""
        while number > 127:
            varint, number = varint + bytes([number & 127 | 128]), number >> 7
        varints.append(varint + bytes([max(0, number)]))
    big = value.to_bytes(8, "big").lstrip(b"\0")
    return [*varints, big or b"\0", big[::-1] or b"\0"]


def _spelt(data: bytes) -> set[float]:
    text = data.decode("latin-1")
    return {float(token) for token in PLAIN.findall(text) if len(token) < 400}
