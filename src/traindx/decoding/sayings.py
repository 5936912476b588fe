"""What one line of a log says, whatever came before it: names beside numbers, and whose they are.

Names are sorted into counters ("step", "epoch", "batch", the progress of a bar), what these count to, and values. A
line without a name that is known says nothing, but may be a heading for those that follow.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from traindx.decoding.naming import is_axis, scale, series_name
from traindx.decoding.pairs import RANK, VALUE, pairs, rank
from traindx.decoding.phase import LOOKED_AT, SPLITS, cued, phase

NUMBERED = re.compile(r"# (\d{1,4}):")  # "Test score # 0: 0.5"
WRAPPED = re.compile(
    r"\b(?:torch\.)?(?:tensor|(?:np|numpy|jnp)\.\w{1,20}|array|Array)"
    r"\(\[?([-+\w.]{1,40})\]?(?:,[^()]{0,80}(?:\([^()]{0,40}\)[^()]{0,40})?)?\)"
)
HEADING = re.compile(
    r"(?i)^[^A-Za-z]*"
    r"(?:start(?:ing|ed)?\s|run(?:ning)?\s|begin(?:ning)?\s|now\s|do(?:ing)?\s|evaluating on(?: the)?\s)?"
    r"(?P<split>train|val|eval|dev|test)(?:ing|id|idation|uation|uating|idating|uate|idate)?"
    r"(?:\s(?:set|data|phase|epoch|results?|metrics|stats|loop|model|started|begins?|net \(#\d+\)))*[^A-Za-z]*$"
)
NEAR = LOOKED_AT // 2  # characters: what stands there is looked at, however long the numbers before it are
LONGEST_HEADING, HEADING_LOOKED_AT = 160, 80
# Behind the counter of the training: "Iteration 500, Testing net (#0)", "Starting validation for epoch 3".
TURNS = re.compile(r"(?i)\btesting net\b|\b(?:starting|running|begin) (?:validation|evaluation)\b")
# "trn 0.53 | dev loss 0.61": the name of the data alone, in front of a decimal, where the line speaks of losses.
BARE = re.compile(
    r"(?i)(?<![\w./-])(?P<data>train|trn|training|val|valid|validation|dev|eval)"
    r"(?=(?:\s{0,4}[:=]\s{0,4}|\s{1,4})(?:[-+]?\d{1,20}\.\d|nan\b|inf\b))"
)
MEASURES = re.compile(
    r"(?i)acc|f1|auc|score|error|err\b|metric|ppl|perplex|rmse|mae|iou|bleu|wer|reward|recall|precision"
)
NET_OUTPUT = re.compile(r"\b(Train|Test) net output #\d+: ")
PREFIX = re.compile(r"^.*(?:\bINFO\b\s*[|:-]?|\]:?|\||\s-)\s+(?=\S)")  # of a logger

Pairs = list[tuple[str, float]]


class Saying(NamedTuple):
    """What a line says apart from its numbers."""

    names: tuple[str, ...]
    table: str | None = None  # the data of a row of a table, where its names say it
    net: str | None = None
    phase: str | None = None
    rank: int | None = None
    heading: str | None = None
    turn: str | None = None
    length: int | None = None  # where that matters
    windowed: bool = False  # whether what it says of its data or its rank may lie where that is not looked at
    cue: bool = False  # whether it may tell the end


class Sorted(NamedTuple):
    """The places of numbers among those of a line, by what they are."""

    counters: dict[str, int]
    totals: dict[str, int]
    values: dict[str, int]
    scales: tuple[float, ...]  # what turns each number into seconds, where it is a time


def saying(line: str, said: Pairs, *, table: str | None = None, cue: bool = False) -> Saying:
    """What a line says in whose names these numbers stand."""
    names = tuple([name for name, _ in said])
    if not names:
        # A limit within a line without names depends on how long its numbers are.
        length = len(line) if len(line) > HEADING_LOOKED_AT else None
        return Saying(names, heading=heading(line), length=length, cue=cue)
    net, turn = NET_OUTPUT.search(line), TURNS.search(line)
    return Saying(
        names,
        table=table,
        net=net[1] if net else None,
        phase=phase(line),
        rank=rank(line),
        turn=heading(turn[0]) if turn else None,
        windowed=len(line) > NEAR and (cued(line, NEAR) or RANK.search(line, NEAR) is not None),
        cue=cue,
    )


def heading(line: str) -> str | None:
    """The data that a line announces: "Validation:"."""
    if len(line) >= LONGEST_HEADING:
        return None
    found = HEADING.match(PREFIX.sub("", line)[:HEADING_LOOKED_AT])
    return SPLITS[found["split"].lower()] if found else None


def told(line: str, *, begun: bool) -> Pairs:
    """The pairs of a line that is a row or a counter, else none; before a training has `begun` it takes more."""
    if not VALUE.search(line):
        return []
    if "# " in line:
        line = NUMBERED.sub(r"#\1:", line)
    line = WRAPPED.sub(r" \1 ", line) if "(" in line else line
    said = pairs(_spelt_out(line) if "loss" in line.lower() else line)
    known = [name for name, _ in said if is_axis(name) or series_name(name, split="train") or _progress(name)]
    if not known:
        return []
    if not begun and not any(is_axis(name) or _progress(name) for name in known):
        # A rate before any loss is what the script was started with.
        return said if any(is_quantity(name) for name in known) else []
    return said


def sorted_names(names: tuple[str, ...]) -> Sorted:
    """Which numbers are counters, what these count to, and values; of several of one name the first counts."""
    counters: dict[str, int] = {}
    totals: dict[str, int] = {}
    values: dict[str, int] = {}
    scales = [1.0] * len(names)
    for index, name in enumerate(names):
        base, _, total = name.rpartition("/")
        kind = is_axis(base if total == "total" else name)
        if total == "total" and (kind or base == "progress"):
            totals.setdefault(kind or "progress", index)
        elif kind or name == "progress":
            counters.setdefault(kind or name, index)
        else:
            values.setdefault(name, index)
            if (series_name(name) or "").startswith("time/"):
                scales[index] = scale(name)
    return Sorted(counters, totals, values, tuple(scales))


def is_quantity(name: str, split: str | None = None) -> bool:
    """Whether a name is that of a loss or a metric."""
    ours = series_name(name, split=split) or ""
    return any(part in ("loss", "metric") for part in ours.split("/")[:2])


def _spelt_out(line: str) -> str:
    """The line with the losses that are called by their data alone under their whole name."""

    def whole(found: re.Match[str]) -> str:
        before = line[: found.start()]
        return found["data"] if MEASURES.search(before) else f"{found['data']} loss"

    return BARE.sub(whole, line)


def _progress(name: str) -> bool:
    return name in ("progress", "progress/total")
