"""The events of a training loop, whatever framework runs it: what a probe tells, and what of it is put down.

A probe says that a step ended and hands over small numbers; the loop gives the step its number, decides which steps
are looked at closely, and writes the recording. It opens its file with the first step, so a process that never trains
leaves nothing behind.
"""

from __future__ import annotations

import json
import math
import os
import time
import traceback
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Callable

from .capture import Capture, to_file
from .redact import redact

# Looking closely may take this share of the time that the training takes.
SHARE = 0.005
DENSE = 20  # steps at the beginning, and after an alarm, that are all looked at closely
KEPT = 64  # steps whose numbers of each tensor are written when something happens
# A norm so many times above its median is an alarm.
LEAP = 8.0
CONTROL_PAUSE = 0.5  # seconds between two looks at what the parent wants
MOST_FAULTS = 50  # of our own; then the guest leaves
MOST_BYTES = 256 * 1024 * 1024  # a training and rank; then half the density


class Faults:
    """Our own failures: counted, never raised; after too many the guest leaves."""

    def __init__(self) -> None:
        self.count = 0
        self.last = ""

    def note(self, error: BaseException) -> None:
        self.count += 1
        self.last = type(error).__name__

    @property
    def too_many(self) -> bool:
        return self.count >= MOST_FAULTS


def own_file(folder: str, rank: int) -> tuple[Capture, Callable[[], None], int]:
    """The recording of a further training of this rank, what closes it, and its number."""
    number = 1
    while os.path.lexists(path := os.path.join(folder, f"{number}-rank{rank}.jsonl")):
        number += 1
    try:
        return (*to_file(path), number)
    except FileExistsError:  # another process was faster
        return own_file(folder, rank)


class Training:
    """One training in this process."""

    def __init__(self, folder: str, faults: Faults, *, rank: int = 0) -> None:
        self.folder, self.faults, self.rank = folder, faults, rank
        self.capture, self.close, self.number = own_file(folder, rank)
        self.put = self.capture.put
        self.written = 0
        self.capture.put = self._count
        self.steps = 0  # that have ended
        self.begun = time.perf_counter()
        self.last_end = self.begun
        self.took: float | None = None  # seconds of the step that ended last, where nothing else lay in it
        self.paused = True
        self.usual = 0.0  # seconds that a step takes
        self.cost = 0.0  # seconds that looking closely costs
        self.period = 1
        self.dense_until = DENSE
        self.recent: deque[tuple[int, Sequence[int], Sequence[float]]] = deque(maxlen=KEPT)
        self.vector_steps: set[tuple[int, int]] = set()
        self.norms: deque[float] = deque(maxlen=KEPT)
        self.alarmed = False
        self.ended = False
        self.control_at = 0.0
        self.control_stamp: Any = None
        self.stop_after: int | None = None

    def _count(self, data: bytes) -> None:
        self.written += len(data)
        self.put(data)

    # ------------------------------------------------------------ steps

    def close_look(self) -> bool:
        """Whether the step that comes is looked at closely."""
        return self.steps < self.dense_until or self.steps % self.period == 0

    def step_ended(self, own_seconds: float, *, close: bool) -> int:
        """A step has ended; its number. `own_seconds` is what watching it took."""
        now = time.perf_counter()
        took = now - self.last_end
        self.last_end = now
        step = self.steps
        self.steps += 1
        self.took = None if self.paused or step < 2 else took
        if not self.paused:
            plain = max(took - own_seconds, 1e-6)
            self.usual = plain if not self.usual else 0.9 * self.usual + 0.1 * plain
        self.paused = False
        if close:
            self.cost = own_seconds if not self.cost else 0.7 * self.cost + 0.3 * own_seconds
            self._pace()
        return step

    def pause(self) -> None:
        """Something else than a step took time: an evaluation."""
        self.paused = True

    def _pace(self) -> None:
        """How often a close look can be afforded: every 2**k-th step."""
        if self.usual and self.steps >= 4:
            wanted = self.cost / (SHARE * self.usual) * (2 if self.written > MOST_BYTES else 1)
            self.period = 2 ** min(max(math.ceil(math.log2(max(wanted, 1.0))), 0), 16)

    def numbers(
        self, step: int, scalars: Mapping[str, float], at: Sequence[int], norms: Sequence[float], *, close: bool
    ) -> None:
        """The numbers of one step, read from the device by now; the norms are of the tensors at the places `at`."""
        self.scalars(step, scalars)
        if not norms:
            return
        total = scalars.get("grad/norm")
        self.recent.append((step, at, norms))
        if close:
            self._vector(step, at, norms)
        if total is not None:
            self._heed(step, total, at, norms)

    def scalars(self, step: int, scalars: Mapping[str, float]) -> None:
        # One formatted string: building a dict and dumping it costs four times as much.
        words = [f'{{"step":{step},"wall":{time.time():.3f}']
        for name, value in scalars.items():
            if value is None:
                continue
            text = repr(value) if math.isfinite(value) else _word(value)
            words.append(f'"{name}":{text}')
        self._count((",".join(words) + "}\n").encode())

    def _vector(self, step: int, at: Sequence[int], norms: Sequence[float]) -> None:
        key = (step, at[0])
        if key not in self.vector_steps:
            self.vector_steps.add(key)
            self.capture.vector(step, "grad/norm", "tensors", norms, at)

    def _heed(self, step: int, total: float, at: Sequence[int], norms: Sequence[float]) -> None:
        """Whether something happens: a number that is none, or a leap of the gradient."""
        finite = math.isfinite(total)
        usual = sorted(self.norms)[len(self.norms) // 2] if len(self.norms) >= DENSE else 0.0
        leap = finite and 0 < usual * LEAP < total
        if finite:
            self.norms.append(total)
        if not finite and not self.alarmed:
            first = next((place for place, one in zip(at, norms) if not math.isfinite(one)), None)
            self.capture.fact("first non-finite tensor", first, step=step)
        if (not finite and not self.alarmed) or leap:
            self.alarm("nonfinite" if not finite else "leap", step)
        self.alarmed = not finite

    def alarm(self, word: str, step: int) -> None:
        """What came before is put down too, and what follows is looked at closely."""
        self.capture.fact("alarm", word, step=step)
        self.flush()
        self.dense_until = max(self.dense_until, self.steps + DENSE)

    def flush(self) -> None:
        """The numbers of each tensor of the last steps."""
        for step, at, norms in list(self.recent):
            self._vector(step, at, norms)
        self.recent.clear()
        if len(self.vector_steps) > 4 * KEPT:
            self.vector_steps = set(sorted(self.vector_steps)[-2 * KEPT :])

    # ---------------------------------------------------------- the rest

    def asked_to_stop(self) -> bool:
        """Whether the parent wants it to end by now; looked at twice a second at most."""
        now = time.monotonic()
        if now >= self.control_at:
            self.control_at = now + CONTROL_PAUSE
            self._heed_control()
        return self.stop_after is not None and self.steps >= self.stop_after

    def _heed_control(self) -> None:
        path = os.path.join(self.folder, "control.json")
        try:
            found = os.stat(path)
        except OSError:
            return
        stamp = (found.st_mtime_ns, found.st_ino, found.st_size)
        if stamp == self.control_stamp:
            return
        self.control_stamp = stamp
        with open(path, encoding="utf-8") as file:
            asked = json.load(file)
        stop, dense = asked.get("stop_after_step"), asked.get("dense_until")
        self.stop_after = stop if isinstance(stop, int) else None
        if isinstance(dense, int):
            self.dense_until = max(self.dense_until, min(dense, self.steps + 1000))

    def end(self, state: str, **more: Any) -> None:
        """The last line."""
        if self.ended:
            return
        self.ended = True
        self.flush()
        if self.faults.count:
            self.capture.fact("watching failed", {"times": self.faults.count, "last": self.faults.last})
        self.capture.end(state, **more)
        self.close()


def _word(value: float) -> str:
    return '"NaN"' if math.isnan(value) else ('"Infinity"' if value > 0 else '"-Infinity"')


def rank() -> int:
    """The number of this process among those that train together."""
    word = os.environ.get("RANK", "")
    return int(word) if word.isdigit() else 0


def told(error: BaseException) -> dict[str, str]:
    """An exception in three words: what, what it said, where."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if "site-packages" not in one.filename and "_traindx_guest" not in one.filename]
    where = f"{own[-1].filename}:{own[-1].lineno}" if own else ""
    return {"type": type(error).__name__, "message": redact(" ".join(str(error).split()))[:500], "where": where}
