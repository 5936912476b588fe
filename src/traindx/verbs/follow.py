"""Follows a run while it is written: tells what is new, shows where it stands, and ends with the usual answer.

It ends when the log says how the run ended and says no more, when nothing was written for ten minutes and no process
holds the log open for writing (where that cannot be known, the time alone counts), or when the user leaves.

What it costs: looking at the files once a second costs some system calls. The detectors run again when something was
written and 20 times what they took the last time has passed, so that they take at most a twentieth of one core
whatever the size of the log: a log of one megabyte is judged anew every six seconds, one of twenty every two minutes.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple, Protocol

import msgspec

from traindx.configuration import Configuration, configuration
from traindx.guards.escaping import terminal
from traindx.guards.refusal import Refused
from traindx.reports.wording import ended
from traindx.schema import Diagnosis, Finding, Identity, Outcome, Run
from traindx.verbs.around import QUIET, newest
from traindx.verbs.baseline import baseline, left_out
from traindx.verbs.diagnose import Answer, check_names, diagnosis
from traindx.verbs.growing import Growing, writer_lives
from traindx.verbs.read import Trouble

PAUSE = 1.0  # seconds between two looks: sooner no person reads it
# The promise for watching is a twentieth of one core.
THINKING = 20.0
# A program says how it ended in its last lines; a traceback that was caught is followed by more of them.
SETTLED = 5.0
ASKED = 60.0  # seconds between two searches for a writer: each looks at every process
STILL = 60.0  # seconds without a word that are said
PACE = 300.0  # seconds over which steps are counted for the speed
ENDED = ("completed", "crashed", "interrupted", "stopped")

Told = tuple[Identity, int | None]
Wait = Callable[[float], str | None]


class Moment(NamedTuple):
    """What there is to show."""

    diagnosis: Diagnosis | None
    news: list[Finding]  # found since the last moment, in the order of their steps
    told: list[Finding]  # all that were found, in the order they were
    notices: list[str]
    fresh: int  # how many of the notices are new
    status: str
    pace: float | None  # steps a second


class Shown(Protocol):
    """Whatever shows a moment."""

    def moment(self, now: Moment) -> None: ...
    def key(self, key: str) -> None: ...


def follow(
    path: str | None,
    shown: Shown,
    wait: Wait,
    *,
    flags: dict[str, Any],
    baseline_file: str | None = None,
    quiet: float = QUIET,
    settled: float = SETTLED,
    pause: float = PAUSE,
) -> tuple[Answer, set[Told]]:
    """Follows until the end; the answer for the run as it then is, and the findings that were told on the way."""
    config = configuration(flags)
    check_names(config)
    known = baseline(baseline_file) if baseline_file is not None else frozenset()
    following = _Following(_path(path), config, known, quiet=quiet, settled=settled)
    with _stopping() as stop:
        reason = _watch(following, shown, wait, stop, pause)
    return following.answer(reason), set(following.seen)


def _path(path: str | None) -> str:
    """What is to be followed: the newest log around where nothing is named."""
    if path is None:
        found = newest(".")
        if found is None:
            raise Refused("no growing log lies here", "name the file or the folder that is written to")
        return found
    if path == "-":
        raise Refused("standard input cannot be followed", "write the log to a file too, with tee, and follow that")
    if "://" in path:
        raise Refused(f"{terminal(path)} is not on this machine and cannot be followed", "diagnose it without --follow")
    return path


def _watch(following: _Following, shown: Shown, wait: Wait, stop: _Stop, pause: float) -> str:
    """Looks, thinks and shows until there is a reason to end."""
    while True:
        following.look()
        shown.moment(following.moment())
        reason = following.over()
        if reason is None and stop.asked:
            reason = "left"
        if reason is not None:
            return reason
        until = time.monotonic() + pause
        while not stop.asked and (left := until - time.monotonic()) > 0:
            key = stop.while_waiting(wait, left)
            if key == "q":
                return "left"
            if key is not None:
                shown.key(key)


class _Following:
    """What is known of the run."""

    def __init__(
        self, path: str, config: Configuration, known: frozenset[Identity], *, quiet: float, settled: float
    ) -> None:
        self.path, self.config, self.known = path, config, known
        self.quiet, self.settled = quiet, settled
        self.growing = Growing(path, config.plugins)
        self.diagnosis: Diagnosis | None = None
        self.seen: set[Told] = set()
        self.told: list[Finding] = []
        self.news: list[Finding] = []
        self.shown_notices = 0
        self.changed = True
        self.think_at = 0.0
        self.ask_at = 0.0
        self.writer: bool | None = None
        self.places: deque[tuple[float, int]] = deque()

    def look(self) -> None:
        self.changed |= self.growing.look()
        if self.changed and time.monotonic() >= self.think_at:
            self.changed = False
            begun = time.process_time()
            self._think()
            self.think_at = time.monotonic() + THINKING * (time.process_time() - begun)

    def _think(self) -> None:
        run = self.growing.run()
        if run is None:
            return
        if self.diagnosis is not None and (run.id != self.diagnosis.run.id or self.growing.written_anew):
            self.seen, self.told = set(), []
            self.places.clear()
        self.growing.written_anew = False
        self.diagnosis = diagnosis(_going_on(run), config=self.config, replay=False)
        now, step = time.monotonic(), run.last_step
        if step is not None and (not self.places or step > self.places[-1][1]):
            self.places.append((now, step))
        while len(self.places) > 2 and now - self.places[0][0] > PACE:
            self.places.popleft()
        events = [one for one in self.diagnosis.problems if one.when == "event"]
        for finding in sorted(events, key=lambda one: one.first_step or 0):
            told = finding.identity, finding.first_step
            if told not in self.seen and finding.identity not in self.known:
                self.seen.add(told)
                self.news.append(finding)

    def moment(self) -> Moment:
        """What there is to show; what is new in it is new once."""
        news, self.news = self.news, []
        self.told += news
        notices = self.growing.notices
        fresh, self.shown_notices = len(notices) - self.shown_notices, len(notices)
        return Moment(self.diagnosis, news, self.told, notices, fresh, self._status(), self._pace())

    def _status(self) -> str:
        if self.diagnosis is not None and self.diagnosis.run.outcome.state in ENDED:
            return ended(self.diagnosis.run)
        silent = self.growing.silence()
        return f"silent for {_lasting(silent)}" if silent >= STILL else "watching"

    def _pace(self) -> float | None:
        if len(self.places) < 2:
            return None
        (begun, first), (now, last) = self.places[0], self.places[-1]
        return (last - first) / (now - begun) if now > begun else None

    def over(self) -> str | None:
        """Why there is nothing more to wait for, or None."""
        silent = self.growing.silence()
        if self.changed or self.diagnosis is None:
            return None if silent < self.quiet or self.diagnosis is not None else "silent"
        if self.diagnosis.run.outcome.state in ENDED and silent >= self.settled:
            return "ended"
        if silent < self.quiet or time.monotonic() < self.ask_at:
            return None
        self.writer = writer_lives(self.growing.files())
        self.ask_at = time.monotonic() + ASKED
        return None if self.writer else "silent"

    def answer(self, reason: str) -> Answer:
        """The same answer as `traindx diagnose` gives for the run as it is now."""
        self.growing.finish()
        run = self.growing.run()
        if run is None:
            trouble = Trouble(
                self.path, f"no training log lies in {terminal(self.path)}", "name another file or folder"
            )
            return Answer([], [trouble], [], {}, self.config, self.known)
        whole = diagnosis(_going_on(run) if reason == "left" else run, config=self.config)
        notes = [self._reason(reason, run), *left_out([whole], self.known)]
        return Answer([whole], [], notes, {}, self.config, self.known)

    def _reason(self, reason: str, run: Run) -> str:
        if reason == "ended":
            return f"the run has ended: {ended(run)}"
        if reason == "left":
            return f"left at {run.unit} {run.last_step:,}; the training goes on" if run.last_step else "left"
        nobody = ", and no process holds the log open" if self.writer is False else ""
        return f"nothing was written for {_lasting(self.growing.silence())}{nobody}"


def _going_on(run: Run) -> Run:
    """A run of which nothing says that it ended."""
    return run if run.outcome.state != "unknown" else msgspec.structs.replace(run, outcome=Outcome(state="running"))


def _lasting(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


class _Stop:
    """Whether the user wants to leave. While a detector works an interrupt is only noted; a second one ends all."""

    def __init__(self) -> None:
        self.asked = False
        self.waiting = False

    def interrupted(self, number: int, frame: FrameType | None) -> None:
        again, self.asked = self.asked, True
        if again or self.waiting:
            raise KeyboardInterrupt

    def while_waiting(self, wait: Wait, seconds: float) -> str | None:
        try:
            self.waiting = True
            return wait(seconds)
        except KeyboardInterrupt:
            return None
        finally:
            self.waiting = False


@contextmanager
def _stopping() -> Iterator[_Stop]:
    """Ctrl-C ends with the answer. A request to end, as `kill` sends it, ends at once, with the terminal in order."""
    stop = _Stop()
    if threading.current_thread() is not threading.main_thread():  # signals reach the main thread alone
        yield stop
        return
    before = {signal.SIGINT: signal.signal(signal.SIGINT, stop.interrupted),
              signal.SIGTERM: signal.signal(signal.SIGTERM, _terminated)}  # fmt: skip
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _terminated(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
