"""What a training loop prints, in whatever dress.

Where it comes from: `print`, `logging`, tqdm and the loggers of frameworks and of scripts: job logs, the output of a
notebook's cell, nohup.out, what `tee` kept, with colours, progress bars and other programs' lines in between.

What is in it: one series a name that stands beside a number, on lines that tell a loss, a metric, a rate or a norm, or
that count steps. The axis is what the lines count; batches of epochs are laid end to end. Headings ("Epoch 5",
"Validation:") speak for the lines that follow. `[rank3]` gives each rank its own series. Settings come from the head
(argparse's Namespace, flags, dumps, `name: value`), the outcome from the last lines (a traceback, Killed, an
interruption, words of completion).

What is lost: values that no name or a column alone explains, all text. Whether a value is of one step or a mean over
several is not told by such a log, but for an average in brackets behind a value, which is a running mean. A counter of
samples, as in "[640/60000 (1%)]", is the axis as it is printed. A redrawn progress bar gives one point a counter.
"""

from __future__ import annotations

import copy
import re
from collections import Counter

import msgspec

from traindx.decoding.data_set import LOOKED_AT, data_set, neutral
from traindx.decoding.delimited import preview
from traindx.decoding.lines import Lines
from traindx.decoding.other_texts import SHARE, few, other_text
from traindx.decoding.rows import Rows
from traindx.decoding.telling import Telling
from traindx.decoding.told_nan import told_nan
from traindx.guards.limits import HEAD_BYTES
from traindx.schema import Head, Match, Run, reader

DOCUMENT = re.compile(
    r"^(?:```|~~~|#{1,5} \w|\.\. \w+::|<\w+[ >]|\|(?::?-+:?\|)+|[=~-]{4,}$)|\]\(\w+:|`\w[^`]*`|\\\w+\{"
)
LONGEST = 500  # characters of a sentence
# A cell that names its own number is a piece of a printed line: "loss=2.30" between the commas of a progress bar.
NAMED = re.compile(r"[A-Za-z_]\s{0,9}[=:]\s{0,9}[-+]?\.?\d")
SENTENCE = re.compile(r"^[^\d=|]*(?:[A-Za-z,;'()-]+ ){7,}[^=|]*$")


def accepts(head: Head) -> Match:
    """Lines that count steps and tell a loss or a metric, or tell the same one again and again."""
    if b"\0" in head.data[:1000] and head.data[:2] not in (b"\xff\xfe", b"\xfe\xff") and head.data[:4].count(0) != 2:
        return Match(0, "it is no text")
    lines = Lines()
    text = [*lines.feed(head.data[:HEAD_BYTES]), *lines.tail()]
    if reason := other_text(head.name, text) or _table(head.data, len(text)):
        return Match(0, reason)
    return _judged(text)


def _table(data: bytes, lines: int) -> str | None:
    """Why a text that is one table is no log, or None."""
    _, rows = preview(data)
    if not rows or 2 * len(rows) <= min(lines, LOOKED_AT):
        return None
    printed = sum(any(NAMED.search(cell[:LONGEST]) for cell in row.values()) for row in rows[:LOOKED_AT])
    return data_set(rows) if 2 * printed <= len(rows[:LOOKED_AT]) else None


def _judged(lines: list[str]) -> Match:
    telling = Telling()
    kinds: Counter[str] = Counter()
    since = document = sentences = 0  # lines since the first point, and what they look like
    for line in lines:
        kind = telling.take(line)
        kinds[kind] += 1
        document += DOCUMENT.search(line) is not None
        if kinds["point"] and kind not in ("end", "early") and line.strip():
            since += 1
            sentences += kind in ("", "settings") and SENTENCE.match(line[:LONGEST]) is not None
    points, rows = kinds["point"], kinds["point"] + kinds["row"] + kinds["count"]
    if not points or not telling.rows.named:
        return Match(0, "no line tells a loss or a metric where something is counted, or again and again")
    if not telling.rows.counts and _of_another_trade(telling.rows):
        return Match(0, "nothing is counted, and what stands beside is no quantity of a training")
    if document > rows or sentences > 2 * rows:
        return Match(0, "it reads like a document that shows a piece of a log")
    counted = telling.rows.counts
    own = rows + kinds["early"]
    if reason := few(own, since - own, share=SHARE if counted and points > 1 else 0.5):
        return Match(0, reason)
    return Match(0.5 if counted else 0.3, f"lines with {min(telling.rows.named, key=len)}")


def _of_another_trade(rows: Rows) -> bool:
    """Whether all is told that other trades tell too: scores of many things, a loss among as much that is not known."""
    named = {series.name for one in rows.gathered() for series in one.series.values()}
    told = named & rows.named
    if any(name.startswith(("val/", "lr", "grad/")) for name in named):
        return False
    if not any("loss" in name.split("/") for name in told):
        return True
    return len(told) <= sum("/" not in name and not neutral(name) for name in named - told)


@reader(accepts=accepts, appended=True)
class FreeText:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.lines = Lines()
        self.telling = Telling()

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            self.telling.take(line)
        self.telling.rows.settle()

    def runs(self) -> list[Run]:
        telling, tail = self.telling, self.lines.tail()
        if tail:
            telling = copy.deepcopy(telling)
            for line in tail:
                telling.take(line)
        runs = [one.run(self.path, "free-text", settings=telling.head.told) for one in telling.rows.gathered()]
        outcome = telling.ending.outcome
        return [*runs[:-1], *(told_nan(msgspec.structs.replace(run, outcome=outcome)) for run in runs[-1:])]
