"""A JSON document with curves in it.

Where it comes from: loops that keep their losses in lists or in a list of rows and call `json.dump` at the end or
after each epoch; curves downloaded from TensorBoard's page.

What is in it: a dictionary of lists, a list of rows, or both nested under names like `train`, `val`, `history`. The
axis is the list or key that counts steps or epochs, else the place in the list, from 0. Of lists whose lengths differ
by a whole factor the shorter has the values of the ends of epochs. A `config` and single values beside the curves are
settings. Several dictionaries of the same lists, one a model or a fold, are as many runs.

What is lost: lists of anything but numbers, and lists beside a list of rows when nothing says what they count (a fact
names them). Whether a value is of one step or a mean over several is not told by such a file.
"""

from __future__ import annotations

import re

from traindx.decoding import json_text
from traindx.decoding.data_set import data_set, table_in
from traindx.decoding.lists import Found, found, several
from traindx.decoding.naming import is_axis, series_name
from traindx.guards.refusal import Refused
from traindx.schema import Fact, Head, Match, Run, reader

# What `traindx diagnose --format json` writes, often into the folder of the run: it tells losses and is no log.
ANSWER = re.compile(r'\{\s*"schema"\s*:\s*\d+\s*,\s*"traindx"\s*:\s*"')
KEY = re.compile(r'"([^"\\\n]{1,80})"\s*:\s*(\[\s*)?[-+0-9NI\[{]')


def accepts(head: Head) -> Match:
    """A document with a list of losses, or with rows of steps and losses or metrics."""
    text = head.text.lstrip("\ufeff \t\r\n")
    if head.data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = head.data.decode("utf-16", "replace").lstrip()
    if not text.startswith(("{", "[")):
        return Match(0, "it is no JSON document")
    if ANSWER.match(text):
        return Match(0, "it is an answer of traindx")
    if not head.whole:
        return _begins(text)
    try:
        tree = json_text.document(head.data)
    except Refused as refusal:
        return Match(0, refusal.what)
    what = next((what for _, part in several(tree) if (what := found(part)).is_log), None)
    if what is None:
        return Match(0, "it holds no list of losses, nor rows of steps with a loss or a metric")
    if reason := data_set(table_in(tree)):
        return Match(0, reason)
    return Match(0.93, f"a document with {min(what.rows.named, key=len)}")


def _begins(text: str) -> Match:
    """What the beginning of a long document shows: keys of lists, or of the first rows."""
    first, _, rest = text.partition("\n")
    if rest and json_text.line(first) is not None:
        return Match(0, "its first line is a whole JSON value, so it is no document")
    keys = [(key, bool(opens)) for key, opens in KEY.findall(text)]
    names = {key: series_name(key) or "" for key, _ in keys}
    lists = [key for key, opens in keys if opens and "loss" in names[key].split("/")[:2]]
    rows = any(name.split("/")[1:2] in (["loss"], ["metric"]) for name in names.values()) and any(map(is_axis, names))
    if not lists and not rows:
        return Match(0, "its beginning shows no list of losses, nor rows of steps with a loss or a metric")
    return Match(0.91, "a long document with lists of losses" if lists else "a long document with rows of steps")


@reader(accepts=accepts, appended=False)
class JsonLists:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.pieces: list[bytes] = []

    def feed(self, piece: bytes) -> None:
        self.pieces.append(piece)

    def runs(self) -> list[Run]:
        data = b"".join(self.pieces)
        twice = json_text.duplicate_keys(data)
        doubled = [Fact("keys that stand twice", twice)] if twice else []
        runs = []
        for name, tree in several(json_text.document(data)):
            what = found(tree)
            facts = [*_facts(what), *doubled, *([Fact("called", name)] if name else [])]
            runs += [one.run(self.path, "json-lists", facts=facts, settings=what.settings)
                     for one in what.rows.gathered()]  # fmt: skip
        return runs


def _facts(what: Found) -> list[Fact]:
    facts = [Fact(f"result {name}", value) for name, value in what.results.items()]
    return [*facts, Fact("lists left out", what.left_out)] if what.left_out else facts
