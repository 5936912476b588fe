"""The `.swanlab` file of SwanLab.

Where it comes from: SwanLab 0.10 in any mode but "disabled", `swanlog/run-<time>-<id>/run-<id>.swanlab`; the layout is
that of the package 0.10.3. Older versions wrote files of another layout, which are refused. Files with the same run id
are one run.

What is in it: the values of `swanlab.log`, each with its step and the time of the clock; NaN and infinity are kept. The
name of the run, and how it ended. The configuration lies beside it in `files/config.yaml`.

What is lost: what SwanLab measures of the machine, media, texts, console output. What a point stands for SwanLab does
not say. Behind damage nothing is read; a torn tail waits for its rest.
"""

from __future__ import annotations

import struct

from traindx.decoding.event_log import Points
from traindx.decoding.leveldb_log import Blocks
from traindx.decoding.protobuf_wire import BYTES, FIXED64, VARINT, double, fields, signed
from traindx.decoding.tag_curves import Curves, Told, ending
from traindx.guards.limits import MAX_SERIES
from traindx.schema import Fact, Head, Match, Outcome, Run, reader

HEADER = b":SWL" + struct.pack("<H", 0xE1D6) + b"\x02"
START, FINISH, COLUMN, SCALAR = 10, 11, 12, 13  # fields of a Record
NAME, ID = 4, 10  # of a StartRecord
STATES = {1: "completed", 2: "crashed", 3: "interrupted"}  # of a FinishRecord
CLASS, KEY, SYSTEM = 1, 3, 2  # of a ColumnRecord
SCALAR_KEY, STEP, TIME, VALUE = 1, 2, 4, 5  # of a ScalarRecord
NANO = 1e-9

Fields = dict[int, int | bytes]


def accepts(head: Head) -> Match:
    """The seven bytes that every such file begins with."""
    if head.data.startswith(HEADER):
        return Match(0.99, "the header of a .swanlab file")
    if head.data.startswith(HEADER[:-1]):
        return Match(0.5, "the header of a .swanlab file of a version that is not known")
    return Match(0, "it does not begin like a .swanlab file")


@reader(accepts=accepts, appended=True)
class SwanlabRun:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.blocks = Blocks(header=HEADER, suffix=".swanlab")
        self.refused = 0
        self.told: dict[int, str] = {}
        self.of_the_machine: set[str] = set()
        self.points: dict[str, list[tuple[int, float, float]]] = {}
        self.outcome = Outcome()

    def feed(self, piece: bytes) -> None:
        for record in self.blocks.feed(piece):
            try:
                for number, data in _message(record).items():
                    if isinstance(data, bytes):
                        self._take(number, data)
            except ValueError:
                self.refused += 1

    def runs(self) -> list[Run]:
        import numpy as np

        points = {}
        for key, rows in self.points.items():
            if key not in self.of_the_machine:
                steps, values, wall = zip(*rows, strict=True)
                points[key] = Points(np.array(steps, "<i8"), np.array(values, "<f8"), np.array(wall, "<f8"))
        if not points:
            return []
        facts = [Fact("run name", self.told[NAME])] if self.told.get(NAME) else []
        facts += [Fact("records refused", self.refused)] if self.refused else []
        facts += [Fact("damaged", self.blocks.damaged)] if self.blocks.damaged else []
        run = Run(id=self.told.get(ID, ""), source=self.path, format="swanlab", facts=facts, outcome=self.outcome)
        return [Curves(points, {key: Told(key, key, per=ending(key)) for key in points}).onto(run)]

    def _take(self, number: int, data: bytes) -> None:
        if number == SCALAR:
            self._point(_message(data))
        elif number == START:
            found = _message(data)
            self.told.update({kind: _text(found.get(kind)) for kind in (NAME, ID)})
        elif number == COLUMN:
            found = _message(data)
            if found.get(CLASS) == SYSTEM:
                self.of_the_machine.add(_text(found.get(KEY)))
        elif number == FINISH:
            self.outcome = Outcome(state=STATES.get(_whole(_message(data).get(1)), "unknown"))

    def _point(self, found: Fields) -> None:
        key, value, time = _text(found.get(SCALAR_KEY)), found.get(VALUE), found.get(TIME)
        if not isinstance(value, bytes) or (key not in self.points and len(self.points) >= MAX_SERIES):
            return
        number = _message(value).get(1)
        clock = _message(time) if isinstance(time, bytes) else {}
        wall = _whole(clock.get(1)) + NANO * _whole(clock.get(2)) if clock else float("nan")
        # Protocol buffers leave out what is zero: a value, or a step.
        exact = double(number) if isinstance(number, bytes) else 0.0
        self.points.setdefault(key, []).append((_whole(found.get(STEP)), exact, wall))


def _message(data: bytes) -> Fields:
    """The fields of a message by number; the last of several counts."""
    kept = (VARINT, FIXED64, BYTES)
    return {number: value for number, wire, value in fields(data) if wire in kept}


def _text(value: int | bytes | None) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


def _whole(value: int | bytes | None) -> int:
    return signed(value) if isinstance(value, int) else 0
