"""Lines that differ in their digits alone are understood once.

A log says the same sentence again and again with other numbers. What a reader makes of a line is asked once for its
shape, and from then on the numbers alone are taken out, at a small part of the cost. So that this changes no result,
the reader is asked about the line with other digits, fewer and more of them, before a shape is trusted: what it says
must be the same but for the numbers, and each number must stand in the line. Digits that belong to a name, to a date or
to a thousand with commas do not pass as numbers of any size: these keep their count, or stay as they are.

Digits are those of ASCII. What is kept in mind is bounded, and so is the work: lines of noise cost at most twice what
they cost without this.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

DIGITS = b"0123456789"
OFTEN = 4  # times that lines alike have come before their shape is looked at: noise does not repeat itself
ADVANCE = 2000  # questions that may be asked ahead of the lines that were of no known shape
# Readers pass over long lines: on either side of a limit are different shapes. Where they look at the beginning of a
# line only, a reader asks again.
LIMITS = (0, 300, 400, 2000)
MOST_KEYS, MOST_ALIKE, MOST_SHAPES = 4096, 24, 2048  # lines without their digits; shapes of one such; shapes in all
USUAL = 3  # a shape that is found behind so many others comes to the front
COMPILING = 10  # questions that take as long as making a pattern of a shape does
FEW, MANY = (1, 9), (10, 25)  # digits in a row: of counters and printed decimals, of numbers in full precision
RUN = re.compile(r"[0-9]+")
NUMBER = re.compile(
    r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]*+)?"
    r"|(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?|(?i:nan|inf(?:inity)?)"
)
EXPONENT = re.compile(r"[0-9.][eE][-+]?$")
NAMED = re.compile(r"[^\W0-9eE][@#./+%&]?$|[@#]$")  # in front of digits that belong to a name: "Prec@1"
JOINTS = ":-/,"  # between digits they make dates, times, fractions and thousands
FREE, COUNTED, FIXED = range(3)  # what may change of a run of digits: all, all but how many, nothing

Told = tuple[Any, tuple[float, ...]]  # what a line says apart from its numbers, and these
Reading = Callable[[str], Told | None]
Places = tuple[tuple[int, bool], ...]  # for each number of the reader that of the line, and whether its sign belongs


class Run(NamedTuple):
    """Digits in a row, where no other digit is beside them."""

    begin: int
    end: int
    kind: int


class Shape:
    """Lines with the same meaning; `kept` is for the reader."""

    __slots__ = ("high", "kept", "low", "match", "order", "what")

    def __init__(self, line: str, runs: list[Run], what: Any, places: Places) -> None:
        self.match, self.what = re.compile(_pattern(line, runs, places)).fullmatch, what
        groups = sorted({place for place, _ in places})
        order = tuple(groups.index(place) for place, _ in places)
        self.order = None if order == tuple(range(len(order))) else order
        self.low, self.high = _sides(line)
        self.kept: dict[Any, Any] = {}


class Shapes:
    """The shapes of the lines of one log."""

    def __init__(self, told: Reading | None) -> None:
        """`told` says what a line means, whatever came before it; None where that matters."""
        self._told = told
        self._seen: dict[bytes, int | list[Shape]] = {}
        self._unknown = self._asked = self._count = 0

    def __deepcopy__(self, _: dict[int, Any]) -> Shapes:
        """For a copy that reads a line or two nothing is worth keeping."""
        return Shapes(None)

    def forget(self) -> None:
        """What a line means has changed."""
        self._seen, self._count = {}, 0

    def find(self, line: str) -> tuple[Shape, tuple[str, ...]] | None:
        """The shape of a line and the texts of its numbers, where it is known."""
        key = line.encode("utf-8", "surrogatepass").translate(None, DIGITS)
        known = self._seen.get(key, 0)
        if isinstance(known, list):
            size = len(line)
            for place, shape in enumerate(known):
                if shape.low < size <= shape.high and (found := shape.match(line)):
                    if place > USUAL:
                        known.insert(0, known.pop(place))
                    texts = found.groups()
                    return shape, texts if shape.order is None else tuple([texts[index] for index in shape.order])
        if self._told is not None and 0 < len(line) <= LIMITS[-1]:
            self._unknown += 1
            self._meet(line, key, known, self._told)
        return None

    def _meet(self, line: str, key: bytes, known: int | list[Shape], told: Reading) -> None:
        """Takes notice of a line whose shape is not known."""
        if isinstance(known, int):
            if not known and len(self._seen) >= MOST_KEYS:
                # What has been understood stays, unless that is too much too.
                kept: dict[bytes, int | list[Shape]] = {
                    key: one for key, one in self._seen.items() if one and isinstance(one, list)
                }
                self._seen = kept if len(kept) < MOST_KEYS // 2 else {}
            self._seen[key] = known + 1
            if known + 1 < OFTEN:
                return
            known = []
        if self._asked > ADVANCE + self._unknown:
            return

        def counted(probe: str) -> Told | None:
            self._asked += 1
            return told(probe)

        shape = understood(line, counted)
        if shape is None:
            self._seen.setdefault(key, known)
            return
        self._asked += COMPILING
        if self._count >= MOST_SHAPES:
            self.forget()
        self._count += 1
        self._seen[key] = [shape, *known[: MOST_ALIKE - 1]]


def understood(line: str, told: Reading) -> Shape | None:
    """The shape of a line, as wide as it can be trusted, or None."""
    truth = told(line)
    if truth is None:
        return None
    free = [Run(*found.span(), _freedom(line, *found.span())) for found in RUN.finditer(line)]
    named = [
        one._replace(kind=FIXED if NAMED.search(line, max(0, one.begin - 2), one.begin) else one.kind) for one in free
    ]
    counted = [one._replace(kind=max(one.kind, COUNTED)) for one in named]

    def proven(runs: list[Run]) -> Shape | None:
        places = _places(line, runs, truth, told)
        return None if places is None else Shape(line, runs, truth[0], places)

    def least(at: int) -> Run:
        """One run, as free as the others leave it while they stay as they are."""
        fixed = [one._replace(kind=FIXED) for one in free]
        for kind in range(free[at].kind, FIXED):
            if proven([*fixed[:at], free[at]._replace(kind=kind), *fixed[at + 1 :]]):
                return free[at]._replace(kind=kind)
        return fixed[at]

    return proven(free) or proven(named) or proven(counted) or proven([least(at) for at in range(len(free))])


def _freedom(line: str, begin: int, end: int) -> int:
    """How much a run of digits may change at most."""
    if end - begin > MANY[1]:
        return FIXED
    beside = line[max(0, begin - 2) : begin], line[end : end + 2]
    joined = (beside[0][-1:] in JOINTS and beside[0][:-1].isdigit()) or (
        beside[1][:1] in JOINTS and beside[1][1:].isdigit()
    )
    return COUNTED if joined or EXPONENT.search(line, max(0, begin - 3), begin) else FREE


def _places(line: str, runs: list[Run], truth: Told, told: Reading) -> Places | None:
    """Where the numbers of the reader stand in the line, if they stand there whatever the digits are."""
    could: list[set[tuple[int, bool]]] | None = None  # of each number
    for probe in (*_probes(line, runs), line):
        found = truth if probe == line else told(probe)
        if found is None or found[0] != truth[0] or len(found[1]) != len(truth[1]):
            return None
        here = _alike(probe, found[1])
        could = here if could is None else [one & other for one, other in zip(could, here, strict=True)]
        if not all(could):
            return None
    places: list[tuple[int, bool]] = []
    for some in could or []:
        taken = {place for place, _ in places}
        places.append(min(some, key=lambda one: (one[0] in taken, one)))
    return tuple(places)


def _alike(line: str, values: tuple[float, ...]) -> list[set[tuple[int, bool]]]:
    """For each value the numbers of a line that it may be, with their sign or without."""
    there: list[tuple[int, bool, float]] = []
    for place, one in enumerate(NUMBER.finditer(line)):
        value = float(one[0].replace(",", ""))
        there.append((place, False, value))
        if line[one.start() - 1 : one.start()] == "-":
            there.append((place, True, -value))
    return [{(place, signed) for place, signed, one in there if _same(one, value)} for value in values]


def _same(one: float, other: float) -> bool:
    """To the sign of a zero and of what is no number."""
    return (one == other or (one != one and other != other)) and math.copysign(1, one) == math.copysign(1, other)


def _probes(line: str, runs: list[Run]) -> Iterator[str]:
    """The line with other digits: first such that no two numbers are the same, then fewer, many, and zeros. It stays on
    the same side of all limits."""
    sizes = _sizes(line, runs)
    for sort in range(4):
        parts, at = [], 0
        for index, (begin, end, kind) in enumerate(runs):
            old, (few, many) = line[begin:end], sizes[index]
            size = (min(max(end - begin, 3), many), few, many, end - begin)[sort]
            parts += [line[at:begin], old if kind == FIXED else _digits(old, index, size, sort)]
            at = end
        yield "".join(parts) + line[at:]


def _sizes(line: str, runs: list[Run]) -> list[tuple[int, int]]:
    """How many digits each run may have, so that a line stays on its side of the limits when all have so many."""
    low, high = _sides(line)
    free = sum(one.kind == FREE for one in runs) or 1
    less, more = (len(line) - low - 1) // free, (high - len(line)) // free
    sizes: list[tuple[int, int]] = []
    for begin, end, kind in runs:
        size = end - begin
        few, many = FEW if size <= FEW[1] else MANY
        sizes.append((max(few, size - less), min(many, size + more)) if kind == FREE else (size, size))
    return sizes


def _sides(line: str) -> tuple[int, int]:
    """The limits that the length of a line lies between."""
    return max(limit for limit in LIMITS if limit < len(line)), min(limit for limit in LIMITS if limit >= len(line))


def _digits(old: str, index: int, size: int, sort: int) -> str:
    """So many other digits; no zero comes in front, except where one is: there are no such thousands."""
    mixed = (
        "0" * size if sort == 3 else str(10**25 + (17 * index + sort + 1) * 3141592653589793238462643 % 10**25)[-size:]
    )
    first = "0" if sort == 3 and old[0] == "0" else mixed[0] if mixed[0] != "0" else "47"[index % 2]
    return first + mixed[1:]


def _pattern(line: str, runs: list[Run], places: Places) -> str:
    """What matches the lines of a shape, with a group for each number."""
    spans = [found.span() for found in NUMBER.finditer(line)]
    marks = {spans[place][0] - signed: "(" for place, signed in places}
    ends = {spans[place][1]: ")" for place, _ in places}
    digits = {one.begin: (one, *size) for one, size in zip(runs, _sizes(line, runs), strict=True)}
    parts, at = [], 0
    while at < len(line):
        parts += [ends.get(at, ""), marks.get(at, "")]
        one = digits.get(at)
        parts.append(re.escape(line[at]) if one is None else _run(line, *one))
        at = at + 1 if one is None else one[0].end
    return "".join(parts) + ends.get(at, "")


def _run(line: str, run: Run, few: int, many: int) -> str:
    if run.kind == FIXED:
        return line[run.begin : run.end]
    if run.kind == FREE:
        return f"[0-9]{{{few},{many}}}"
    first = "0" if line[run.begin] == "0" else "[1-9]"
    return f"{first}[0-9]{{{many - 1}}}" if "," in line[run.end : run.end + 1] else f"[0-9]{{{many}}}"
