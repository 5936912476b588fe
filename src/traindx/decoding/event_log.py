"""The scalars of TensorBoard's event files, whoever wrote them, by the million.

A record is a protocol buffer `Event`: wall time, step, and a summary whose values are scalars (`simple_value`, or a
`tensor` with one number in it), histograms, images, text. `EventLog.feed` takes pieces of any size, `scalars()` gives
per tag the steps, values and wall times so far. float32 values are exactly the float32 values.

Two ways lead to the same points. `event_record.decoded` takes one record apart, field by field. What it finds is also
a *layout*: where wall time, step and values stand in a record, and the bytes between, which are the same in every
record of the same tag. Records of one length whose bytes agree with a layout are then read by the thousand.

A session that starts anew at a step supersedes what stood at that step and behind it. A record that cannot be
understood is counted in `refused`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from traindx.decoding.event_record import Event, decoded
from traindx.decoding.tfrecord import Frames
from traindx.guards.limits import MAX_SERIES, MIB

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

AT_ONCE = 4 * MIB  # pieces are decoded together: the fixed cost of a batch is that of about 2,000 records
LONGEST_SCALAR = 2048  # bytes of a record; longer ones hold histograms and images, each of another length
FEW = 8  # records of one length that are not worth a layout
LAYOUTS = 64  # of one length in one batch: each is compared with all records of that length
HEAD, CRC = 12, 4  # bytes of a frame before and behind its record


class Points(NamedTuple):
    """What one tag holds, in the order of the file."""

    steps: Integers
    values: Floats
    wall: Floats

    def only(self, kept: NDArray[Any]) -> Points:
        """Some of the points: those of a mask, or in the order of an index."""
        return Points(self.steps[kept], self.values[kept], self.wall[kept])

    @classmethod
    def joined(cls, parts: Sequence[Points]) -> Points:
        """Several in a row."""
        import numpy as np

        steps, values, wall = (np.concatenate(column) for column in zip(*parts, strict=True))
        return cls(steps, values, wall)


class Layout(NamedTuple):
    """Where the numbers stand in records that are otherwise the same."""

    view: np.dtype[Any]
    same: list[Any]  # the bytes of the fields s0, s1, ...
    step_at: tuple[int, int]
    tags: list[str]


class EventLog:
    """An incremental reader of event files. It raises nothing, whatever it is fed."""

    def __init__(self) -> None:
        self.frames = Frames()
        self.refused = 0
        self.settings: list[bytes] = []
        self.restarts: list[int] = []  # the steps at which a session started anew
        self._waiting = 0  # bytes since the last batch
        self._parts: dict[str, list[Points]] = {}
        self.layouts: dict[int, list[Layout]] = {}  # by the length of their records

    def feed(self, piece: bytes) -> None:
        """Take the next bytes of the file."""
        self.frames.hold(piece)
        self._waiting += len(piece)
        if self._waiting >= AT_ONCE:
            self._take()

    def scalars(self) -> dict[str, Points]:
        """Per tag the points so far, by name."""
        self._take()
        for tag, parts in self._parts.items():
            if len(parts) > 1:
                self._parts[tag] = [Points.joined(parts)]
        return {tag: parts[0] for tag, parts in sorted(self._parts.items()) if parts and len(parts[0].steps)}

    @property
    def torn_bytes(self) -> int:
        """How many bytes at the end wait for the rest of their record."""
        self._take()
        return self.frames.torn_bytes

    def _take(self) -> None:
        buffer, starts = self.frames.batch()
        self._waiting = 0
        if len(starts) > 1:
            _Batch(self, buffer, starts).decode()

    def keep(self, tag: str, points: Points) -> None:
        """Some more points of a tag."""
        if tag in self._parts or len(self._parts) < MAX_SERIES:
            self._parts.setdefault(tag, []).append(points)

    def restart(self, step: int) -> None:
        """Drop what stands at a step or behind it."""
        self.restarts.append(step)
        for tag, parts in self._parts.items():
            self._parts[tag] = [part.only(part.steps < step) for part in parts]


class _Batch:
    """Many frames of one buffer on their way to points."""

    def __init__(self, log: EventLog, buffer: bytes, starts: list[int]) -> None:
        import numpy as np

        self.log, self.buffer = log, buffer
        places = np.array(starts, dtype=np.int64)
        self.at, self.lengths = places[:-1] + HEAD, np.diff(places) - (HEAD + CRC)
        self.found: dict[str, list[tuple[Integers, Points]]] = {}  # with the number of each record
        self.one_by_one: dict[str, list[tuple[int, int, float, float]]] = {}
        self.restarts: list[tuple[int, int]] = []

    def decode(self) -> None:
        import numpy as np

        for length in np.flatnonzero(np.bincount(np.minimum(self.lengths, LONGEST_SCALAR))).tolist():
            if length == LONGEST_SCALAR:
                rest = np.flatnonzero(self.lengths >= length)
            else:
                rest = np.flatnonzero(self.lengths == length)
                if len(rest) >= FEW:
                    rest = self._fast(length, rest)
            for number in rest.tolist():
                self._slow(number)
        self._deliver()

    def _fast(self, length: int, rest: Integers) -> Integers:
        """Read the records of one length by their layouts; gives those that agree with none."""
        import numpy as np

        size = len(self.buffer) - length + 1
        records: Any = np.ndarray((size,), dtype=f"V{length}", buffer=self.buffer, strides=(1,))[self.at[rest]]
        known = self.log.layouts.setdefault(length, [])
        useful, misses = list[Layout](), 0
        while len(rest) and (known or len(rest) >= FEW) and misses < FEW and len(useful) < LAYOUTS:
            if known:
                layout: Layout | None = known.pop(0)
            else:
                event = self._slow(int(rest[0]))
                layout = None if event is None else _layout(records[0].tobytes(), event)
                rest, records = rest[1:], records[1:]
            if layout is None:
                misses += 1
                continue
            agree = _agreeing(layout, records)
            if agree.any():
                useful.append(layout)
                self._read(layout, records[agree], rest[agree])
                rest, records = rest[~agree], records[~agree]
        self.log.layouts[length] = useful + known
        return rest

    def _read(self, layout: Layout, records: Any, numbers: Integers) -> None:
        import numpy as np

        view = records.view(layout.view)
        steps, wall = _steps(records, layout.step_at), view["wall"].astype("<f8")
        for index, tag in enumerate(layout.tags):
            with np.errstate(invalid="ignore"):  # a signalling NaN is NaN
                points = Points(steps, view[f"v{index}"].astype("<f8"), wall)
            self.found.setdefault(tag, []).append((numbers, points))

    def _slow(self, number: int) -> Event | None:
        """Read one record field by field."""
        at = int(self.at[number])
        try:
            event = decoded(self.buffer[at : at + int(self.lengths[number])])
        except (ValueError, struct.error):
            self.log.refused += 1
            return None
        for value in event.values:
            self.one_by_one.setdefault(value.tag, []).append((number, event.step, value.number, event.wall))
        if event.restart:
            self.restarts.append((number, event.step))
        self.log.settings += event.settings
        return event

    def _deliver(self) -> None:
        """Everything in the order of the file, without what a restart superseded."""
        import numpy as np

        for tag, rows in self.one_by_one.items():
            numbers, steps, values, wall = zip(*rows, strict=True)
            points = Points(np.array(steps, "<i8"), np.array(values, "<f8"), np.array(wall, "<f8"))
            self.found.setdefault(tag, []).append((np.array(numbers, "<i8"), points))
        self.restarts.sort()
        for _, step in self.restarts:
            self.log.restart(step)
        for tag, pieces in self.found.items():
            of_records, points = pieces[0]
            if len(pieces) > 1 or tag in self.one_by_one:  # records were taken by their length
                of_records = np.concatenate([piece[0] for piece in pieces])
                order = np.argsort(of_records, kind="stable")
                points = Points.joined([piece[1] for piece in pieces]).only(order)
                of_records = of_records[order]
            for number, step in self.restarts:
                kept = (of_records > number) | (points.steps < step)
                of_records, points = of_records[kept], points.only(kept)
            self.log.keep(tag, points)


def _agreeing(layout: Layout, records: Any) -> NDArray[np.bool_]:
    """Which records hold the same bytes as the layout outside its numbers, and as long a step."""
    import numpy as np

    view = records.view(layout.view)
    agree: NDArray[np.bool_] = np.ones(len(records), dtype=bool)
    for index, same in enumerate(layout.same):
        agree &= view[f"s{index}"] == same
    first, end = layout.step_at
    if end > first:
        step = records.view("u1").reshape(len(records), -1)[:, first:end]
        for column in range(end - first - 1):
            agree &= step[:, column] > 0x7F
        agree &= step[:, -1] < 0x80
    return agree


def _steps(records: Any, step_at: tuple[int, int]) -> Integers:
    """The varints that stand at one place of many records."""
    import numpy as np

    octets = records.view("u1").reshape(len(records), -1)
    steps = np.zeros(len(records), dtype="<i8")
    for shift, column in enumerate(range(*step_at)):
        steps |= (octets[:, column] & 0x7F).astype("<i8") << (7 * shift)
    return steps


def _layout(record: bytes, event: Event) -> Layout | None:
    """What other records of the same kind have in common with this one; None where numbers stand in no fixed place."""
    import numpy as np

    wall_at, (first, end) = event.wall_at, event.step_at
    forms = [one.form for one in event.values]
    if wall_at is None or not forms or None in forms or event.restart or event.settings or end - first > 9:
        return None
    spans = [(wall_at, "wall", "<f8"), *((one.at, f"v{n}", one.form) for n, one in enumerate(event.values))]
    if end > first:
        spans.append((first, "step", f"V{end - first}"))
    names, formats, offsets, same = list[str](), list[str](), list[int](), list[Any]()
    at = 0
    for start, name, form in [*sorted(spans), (len(record), "", "V1")]:
        if start > at:
            names.append(f"s{len(same)}")
            formats.append(f"S{start - at}")
            offsets.append(at)
            same.append(np.array(record[at:start], dtype=f"S{start - at}"))
        if name:
            names.append(name)
            formats.append(str(form))
            offsets.append(start)
            at = start + np.dtype(form).itemsize
    view = np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": len(record)})
    return Layout(view, same, event.step_at, [one.tag for one in event.values])
