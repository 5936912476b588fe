"""The `.wandb` file of Weights & Biases.

Where it comes from: `wandb.init` of wandb (0.10 to 0.31), offline or online, in `run-<time>-<id>/run-<id>.wandb` below
the folder `wandb`; the only file of an offline run that holds its curves. Files with the same run id are one run.

What is in it: the rows of `wandb.log` with `_step` and the time of the clock. Nested names are joined by a dot. Where
every row also tells a step of its own that never falls (`train/global_step`, `trainer/global_step`, `step`), that is
the axis, because `_step` then only counts the rows. The configuration becomes settings, without `_wandb` and without
secrets. The exit code tells how it ended: 0 completed, 255 interrupted (wandb's code for Ctrl-C), any other crashed; a
file without one belongs to a run that still goes on or was killed.

What is lost: the summary, system statistics, console output, media, texts. What a point stands for wandb does not say,
so most are of an unknown kind. Behind damage nothing is read; a torn tail waits for its rest.
"""

from __future__ import annotations

import re
from typing import Any

from traindx.decoding.keyed_json import numbers, values
from traindx.decoding.keyed_rows import KeyedRows
from traindx.decoding.leveldb_log import FILE_HEADER, Blocks
from traindx.decoding.nested_settings import flattened
from traindx.decoding.protobuf_wire import BYTES, VARINT, fields, signed
from traindx.decoding.tag_curves import Curves, Told, ending
from traindx.schema import Fact, Head, Match, Outcome, Run, reader

HISTORY, CONFIG, RUN, EXIT = 2, 5, 17, 18  # fields of a Record
RUN_ID, RUN_CONFIG, RUN_NAME, STARTING_STEP = 1, 4, 8, 14
STEP, NUM = 2, 1  # of a HistoryRecord
PASSED_OVER = re.compile(rb"\x08[\x80-\xff]{0,9}[\x00-\x7f][\x1a\x3a]", re.DOTALL)  # a number, then summary or stats
INTERRUPTED = 255
INTERNAL = b"_"  # `_step`, `_timestamp`, `_runtime`, `_wandb`
NAN = float("nan")


def accepts(head: Head) -> Match:
    """The seven bytes that every such file begins with."""
    if head.data.startswith(FILE_HEADER):
        return Match(0.99, "the header of a .wandb file")
    if head.data.startswith(FILE_HEADER[:-1]):
        return Match(0.5, "the header of a .wandb file of a version that is not known")
    return Match(0, "it does not begin like a .wandb file")


@reader(accepts=accepts, appended=True)
class WandbOffline:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.blocks = Blocks()
        self.refused = 0
        self.told: dict[int, Any] = {}
        self.config: dict[str, Any] = {}
        self.outcome = Outcome()
        self.rows = KeyedRows()

    def feed(self, piece: bytes) -> None:
        for record in self.blocks.feed(piece):
            # Half of a file are summaries, each the last row again.
            if PASSED_OVER.match(record):
                continue
            try:
                for number, wire, data in fields(record):
                    if wire == BYTES and isinstance(data, bytes):
                        self._take(number, data)
            except ValueError:
                self.refused += 1

    def runs(self) -> list[Run]:
        settings = flattened(self.config)
        if not len(self.rows) and not settings:
            return []
        facts = [Fact("run name", self.told[RUN_NAME])] if RUN_NAME in self.told else []
        if self.told.get(STARTING_STEP):
            facts.append(Fact("resumed", self.told[STARTING_STEP], step=self.told[STARTING_STEP]))
        if self.refused:
            facts.append(Fact("records refused", self.refused))
        if self.blocks.damaged:
            facts.append(Fact("damaged", self.blocks.damaged))
        run = Run(
            id=self.told.get(RUN_ID, ""),
            source=self.path,
            format="wandb",
            settings=settings,
            facts=facts,
            outcome=self.outcome,
        )
        points = self.rows.points()
        told = {tag: Told(tag, tag, per=ending(tag)) for tag in points}
        return [Curves(points, told).onto(run)]

    def _take(self, number: int, data: bytes) -> None:
        if number == HISTORY:
            self._row(data)
        elif number == CONFIG:
            self._configure(data)
        elif number == RUN:
            for kind, wire, part in fields(data):
                if kind == RUN_CONFIG and isinstance(part, bytes):
                    self._configure(part)
                elif kind in (RUN_ID, RUN_NAME) and isinstance(part, bytes):
                    self.told[kind] = part.decode("utf-8", "replace")
                elif (kind, wire) == (STARTING_STEP, VARINT) and isinstance(part, int):
                    self.told[kind] = signed(part)
        elif number == EXIT:
            code = next((int(part) for kind, wire, part in fields(data) if (kind, wire) == (1, VARINT)), 0)
            state = {0: "completed", INTERRUPTED: "interrupted"}.get(code, "crashed")
            self.outcome = Outcome(state=state, exit=signed(code))

    def _row(self, data: bytes) -> None:
        row = dict(numbers(data))
        at, wall = row.get(b"_step", NAN), row.get(b"_timestamp", NAN)
        step = int(at) if abs(at) < 2**62 else _counted(data)
        self.rows.add(step, wall, [one for one in row.items() if one[0][:1] != INTERNAL])

    def _configure(self, data: bytes) -> None:
        for path, value in values(data):
            place = self.config
            if path[0].startswith("_wandb"):
                continue
            for key in path[:-1]:
                inner = place.get(key)
                place[key] = inner = inner if isinstance(inner, dict) else {}
                place = inner
            place[path[-1]] = value


def _counted(data: bytes) -> int:
    """The step that the record itself counts, where no item does."""
    for number, wire, part in fields(data):
        if (number, wire) == (STEP, BYTES) and isinstance(part, bytes):
            return next((signed(int(value)) for kind, form, value in fields(part) if (kind, form) == (NUM, VARINT)), 0)
    return 0
