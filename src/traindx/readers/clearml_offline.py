"""The scalars of an offline task of ClearML.

Where it comes from: ClearML (2.1) in offline mode, `offline/offline-<id>/metrics.jsonl` below `~/.clearml/cache` or
`CLEARML_CACHE_DIR`. ClearML also packs the folder into `offline-<id>.zip`, which has to be unpacked first.

What is in it: lines that are arrays of events, each a value of one series (`metric` is the title of its plot, `variant`
the name of the curve) at an iteration and a time. All files of one task folder are one run.

What is lost: events that are no scalars (text, pictures, plots). ClearML writes 0.0 where NaN or infinity was reported,
unless it was told otherwise. Such a zero cannot be told from a real one: it stays 0.0, and a fact says how many exact
zeros a series has and where the first one stands. What a point stands for is not told.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from traindx.decoding import json_text
from traindx.decoding.event_log import Points
from traindx.decoding.lines import Lines
from traindx.decoding.tag_curves import Curves, Told, ending
from traindx.guards.limits import MAX_LINE, MAX_SERIES
from traindx.guards.numbers import step
from traindx.guards.refusal import Refused
from traindx.schema import Fact, Head, Match, Run, reader

SCALAR = "training_stats_scalar"
MARKS = {"type", "metric", "variant", "value", "iter"}
MONITORS = ":monitor:"  # titles of what ClearML measures of the machine
MILLISECONDS = 1000.0
LONGEST = 1 << 26  # characters: what is sent at once is one line, 200 bytes a value


def accepts(head: Head) -> Match:
    """Lines that are arrays of events, with a scalar among the first."""
    lines = Lines(longest=LONGEST)
    found = [line for line in lines.feed(head.data) if line.strip()] or [line for line in lines.tail() if line.strip()]
    if found and any(_scalars(line) for line in found[:50]):
        return Match(0.97, "arrays of events of ClearML")
    # One line holds all that is sent at once, and may be longer than what is shown here.
    if not head.whole and head.data.lstrip().startswith(b"[{") and f'"type": "{SCALAR}"'.encode() in head.data[:2000]:
        return Match(0.96, "a long array of events of ClearML")
    return Match(0, "its lines are no arrays of events")


def _scalars(line: str) -> list[dict[str, Any]]:
    try:
        events = json_text.document(line) if len(line) > MAX_LINE else json_text.line(line)
    except Refused:
        return []
    if not isinstance(events, list):
        return []
    return [one for one in events if isinstance(one, dict) and one.keys() >= MARKS and one["type"] == SCALAR]


@reader(accepts=accepts, appended=True)
class ClearmlOffline:
    def __init__(self, head: Head) -> None:
        self.path, self.folder = head.path, head.folder
        self.lines = Lines(longest=LONGEST)
        self.points: dict[str, list[tuple[int, float, float]]] = {}

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            self._add(line)

    def runs(self) -> list[Run]:
        fold = self
        tail = self.lines.tail()
        if tail:
            fold = copy.copy(self)
            fold.points = {tag: list(points) for tag, points in self.points.items()}
            for line in tail:
                fold._add(line)
        if not fold.points:
            return []
        run = Run(id=self.folder, source=self.path, format="clearml", facts=list(_zeros(fold.points)))
        return [_curves(fold.points).onto(run)]

    def _add(self, line: str) -> None:
        for event in _scalars(line):
            tag = f"{event['metric']}/{event['variant']}"
            value, at, time = event["value"], step(event["iter"]), event.get("timestamp")
            if tag.startswith(MONITORS) or at is None or isinstance(value, bool) or not isinstance(value, (int, float)):
                continue
            if tag in self.points or len(self.points) < MAX_SERIES:
                wall = time / MILLISECONDS if isinstance(time, (int, float)) else float("nan")
                self.points.setdefault(tag, []).append((at, float(value), wall))


def _curves(found: dict[str, list[tuple[int, float, float]]]) -> Curves:
    import numpy as np

    points = {}
    for tag, rows in found.items():
        steps, values, wall = zip(*rows, strict=True)
        points[tag] = Points(np.array(steps, "<i8"), np.array(values, "<f8"), np.array(wall, "<f8"))
    # A plot of one curve of its own name ("loss"/"loss") has that name once.
    own = {tag: half if half == rest else tag for tag in points for half, _, rest in (tag.partition("/"),)}
    return Curves(points, {tag: Told(own[tag], own[tag], per=ending(tag)) for tag in points})


def _zeros(found: dict[str, list[tuple[int, float, float]]]) -> Iterator[Fact]:
    for tag, rows in found.items():
        zeros = [at for at, value, _ in rows if value == 0]
        if zeros:
            yield Fact("zeros that may stand for NaN or infinity", len(zeros), step=zeros[0], where=tag)
