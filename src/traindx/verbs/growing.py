"""Logs that are being written: what is new in them is read, and nothing is taken for new that is not.

A format that is appended to goes on where it was left; of a text the last line counts only when it has ended, so that
half a number is never taken for a number. A document is read anew when it changed; one that is torn in that moment
leaves the last good reading in force. A file that was cut, replaced or written anew begins anew: its first bytes, the
bytes before the place that was read, its size and its inode tell.

In a folder the run is followed that was written to last; another one is taken up when this one is silent and the other
is not.
"""

from __future__ import annotations

import glob
import os
import time
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, NamedTuple

import msgspec

from traindx.guards.escaping import terminal
from traindx.guards.limits import HEAD_BYTES
from traindx.guards.paths import open_regular
from traindx.guards.refusal import Refused
from traindx.registry import Unit
from traindx.schema import Head, Run
from traindx.verbs.joining import TWIN, joined
from traindx.verbs.read import PIECE, choose, files_of, read_file, settings_beside

FIRST, LAST = 4096, 256  # bytes by which a file is known again: where it begins, and before the place that was read
ENDS = (b"\n", b"\r")  # of a line; a bar that is redrawn ends with the second
# Looking through a folder again takes at most a fiftieth of the time, and a new file is seen within five seconds.
WALK_SHARE, WALK_PAUSE = 50, 5.0
SILENT = 30.0  # seconds without a word, after which another run of the folder may be taken up
NEAR = 64  # files around the newest that are read for parts of its run
TRIED = 20  # newest files of a folder in which a log is looked for


class _State(NamedTuple):
    device: int
    inode: int
    size: int
    changed: int


class Tail:
    """One file as it grows."""

    def __init__(self, path: str, plugins: tuple[str, ...] = ()) -> None:
        self.path, self.plugins = path, plugins
        self.state: _State | None = None
        self.anew = 0  # how often it was written anew
        self.runs: list[Run] = []
        self._begin()

    def _begin(self) -> None:
        self.unit: Unit | None = None
        self.fold: Any = None
        self.head = b""
        self.last = b""
        self.fed = 0
        self.dirty = False
        self.judged = 0  # bytes of the head by which the format was chosen

    def look(self) -> bool:
        """Reads what is new; whether there was anything."""
        state = _state(self.path)
        if state is None or state == self.state:
            return False
        before, self.state = self.state, state
        try:
            with open_regular(self.path) as file:
                if before is not None and (before[:2] != state[:2] or not self._goes_on(file, state.size)):
                    self.anew += bool(self.runs)
                    self.runs = []
                    self._begin()
                return self._take(file, state.size)
        except (Refused, OSError):
            return False

    def _goes_on(self, file: BinaryIO, size: int) -> bool:
        """Whether what was read still stands there."""
        if size < self.fed:
            return False
        if self.unit is not None and not self.unit.declaration.appended:
            return True  # a document changes as a whole
        if file.read(min(FIRST, len(self.head))) != self.head[:FIRST]:
            return False
        file.seek(self.fed - len(self.last))
        return file.read(len(self.last)) == self.last

    def _take(self, file: BinaryIO, size: int) -> bool:
        if len(self.head) < HEAD_BYTES:
            file.seek(0)
            self.head = file.read(min(HEAD_BYTES, size))
            if self.unit is None or self.judged * 2 <= len(self.head):
                self._choose(size)
        if self.unit is None:
            return False
        if not self.unit.declaration.appended:
            return self._whole()
        begun = self.fed
        while self.fed < size:
            file.seek(self.fed)  # back to the beginning of the line that had not ended: it may have grown meanwhile
            if not (piece := self._ended(file.read(min(PIECE, size - self.fed)))):
                break
            self._feed(piece)
        return self.fed > begun

    def _choose(self, size: int) -> None:
        """The reader for what is known by now: of a few lines it may be another than of many."""
        head = Head(self.path, self.head, size <= HEAD_BYTES)
        ranked = choose(head, self.plugins) if head.data else []
        best = ranked[0][0] if ranked and ranked[0][1].score > 0 else None
        self.judged = len(self.head)
        if best is not None and (self.unit is None or best.id != self.unit.id):
            self.unit, self.fed, self.last = best, 0, b""
            self.fold = best.subject(head)

    def _ended(self, data: bytes) -> bytes:
        """What may be read of it: of a text the lines that have ended. A line longer than a piece is taken in parts."""
        if b"\0" in self.head[:FIRST] or len(data) == PIECE:
            return data
        return data[: max(data.rfind(end) for end in ENDS) + 1]

    def _feed(self, piece: bytes) -> None:
        self.fold.feed(piece)
        self.fed += len(piece)
        self.last = (self.last + piece)[-LAST:]
        self.dirty = True

    def _whole(self) -> bool:
        """A document, read anew. One that cannot be read in this moment is being written."""
        found = read_file((self.path, False), plugins=self.plugins)
        if found.runs:
            self.runs = list(found.runs)
        return bool(found.runs)

    def current(self) -> list[Run]:
        """The runs in it, as far as it is written."""
        if self.dirty:
            self.dirty = False
            self.runs = [
                msgspec.structs.replace(run, source=self.path, id=run.id or f"{self.path}#{n}")
                for n, run in enumerate(self.fold.runs())
            ]
        return self.runs

    def finish(self) -> None:
        """Nothing more comes: the last line counts though it has no end."""
        if self.fold is None or self.unit is None or not self.unit.declaration.appended:
            return
        try:
            with open_regular(self.path) as file:
                file.seek(self.fed)
                while self._goes_on_at(file) and (piece := file.read(PIECE)):
                    self._feed(piece)
        except (Refused, OSError):
            return

    def _goes_on_at(self, file: BinaryIO) -> bool:
        return os.fstat(file.fileno()).st_size > self.fed


class Growing:
    """The run that is being written below a path."""

    def __init__(
        self, path: str, plugins: tuple[str, ...] = (), *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.path, self.plugins, self.clock = path, plugins, clock
        self.folder = os.path.isdir(path) or (glob.has_magic(path) and not os.path.lexists(path))
        self._known: set[str] = set()
        self.tails: dict[str, Tail] = {}
        self.lead = ""  # the file that was written to last when the run was chosen
        self.notices: list[str] = []
        self.written_anew = False  # since this was last set to False
        self._last_word: float | None = None  # when something was written last
        self._walk_at = 0.0

    def look(self) -> bool:
        """Reads what is new; whether there was anything."""
        if self.clock() >= self._walk_at:
            begun = self.clock()
            self._walk()
            took = self.clock() - begun
            self._walk_at = self.clock() + max(WALK_PAUSE, took * WALK_SHARE)
        anew = sum(tail.anew for tail in self.tails.values())
        grown = [path for path, tail in self.tails.items() if tail.look()]
        if sum(tail.anew for tail in self.tails.values()) > anew:
            self.notices.append(f"{terminal(self.lead)} was written anew")
            self.written_anew = True
        if grown and self._last_word is not None:
            self._last_word = self.clock()
        return bool(grown)

    def silence(self) -> float:
        """Seconds since something was written: at first as the files say it, then by a clock that nobody sets."""
        if self._last_word is None:
            written = [tail.state.changed / 1e9 for tail in self.tails.values() if tail.state]
            age = max(0.0, time.time() - max(written)) if written else 0.0
            self._last_word = self.clock() - age
        return self.clock() - self._last_word

    def _walk(self) -> None:
        """Which files there are. A folder may have got new ones, of this run or of another."""
        if not self.folder:
            if not self.tails:
                open_regular(self.path).close()  # says what is wrong with it
                self._follow(self.path, [self.path, *settings_beside(self.path)])
            return
        files = {path: state for path, _ in files_of(self.path, []) if (state := _state(path)) and state.size}
        newest = sorted(files, key=lambda path: -files[path].changed)[:TRIED]
        if not self.tails:
            self._first(newest, files)
            return
        strangers = [path for path in newest if path not in self.tails and path not in self._known]
        theirs = [path for path in newest if path not in self.tails]
        ours = max((tail.state.changed for tail in self.tails.values() if tail.state), default=0)
        silent = self.silence() >= SILENT
        if strangers or (silent and theirs and files[theirs[0]].changed > ours):
            self._again(newest, files, silent=silent)
        self._known |= files.keys()

    def _first(self, newest: list[str], files: Iterable[str]) -> None:
        self._known = set(files)
        for path in newest:
            if self._follow(path, _around(path, self.path, files)):
                return

    def _again(self, newest: list[str], files: Iterable[str], *, silent: bool) -> None:
        """New files: parts of this run, or another one, which is taken up when this one is silent."""
        before, lead = self.tails, self.lead
        if self._follow(lead, _around(lead, self.path, files)) and not silent:
            return
        candidate = next((path for path in newest if path not in before), None)
        if silent and candidate and self._follow(candidate, _around(candidate, self.path, files)):
            self.notices.append(f"another run is written: {terminal(self.lead)}")
            self._last_word = self.clock()

    def _follow(self, lead: str, files: Iterable[str]) -> bool:
        """Takes up the run of a file; the files that are not of it are let go."""
        tails = {path: self.tails.get(path) or Tail(path, self.plugins) for path in dict.fromkeys((lead, *files))}
        for tail in tails.values():
            tail.look()
        run = _of(lead, joined([run for tail in tails.values() for run in tail.current()]))
        if run is None and self.folder:
            return False
        self.lead = lead
        # A settings file has no curve and may lie above the log: it is kept. Logs beside it are of other runs.
        self.tails = {
            path: tail
            for path, tail in tails.items()
            if path == lead or (run is not None and _part(path, run)) or not any(one.series for one in tail.runs)
        }
        return True

    def run(self) -> Run | None:
        """The run as far as it is known."""
        return _of(self.lead, joined([run for tail in self.tails.values() for run in tail.current()]))

    def finish(self) -> None:
        """Nothing more comes."""
        for tail in self.tails.values():
            tail.look()
            tail.finish()

    def files(self) -> list[str]:
        """The files of the run."""
        return list(self.tails)


def _state(path: str) -> _State | None:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return _State(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _around(lead: str, top: str, files: Iterable[str]) -> list[str]:
    """Files that may hold parts of the run: in its folder and below, and one folder further up if that is small."""
    here = os.path.dirname(lead)
    near = [path for path in files if _below(path, here)]
    above = os.path.dirname(here)
    if _below(above, top):
        wider = [path for path in files if _below(path, above)]
        near = wider if len(wider) <= NEAR else near
    return near[:NEAR]


def _below(path: str, folder: str) -> bool:
    below, above = os.path.abspath(path), os.path.abspath(folder)
    return below == above or below.startswith(above.rstrip(os.sep) + os.sep)


def _of(lead: str, runs: list[Run]) -> Run | None:
    """The run that a file is a part of; of several in one file the last."""
    return next((run for run in reversed(runs) if run.series and _part(lead, run)), None)


def _part(path: str, run: Run) -> bool:
    """Whether a file is of a run, or the other log that was kept of it."""
    also = [fact.where for fact in run.facts if fact.name == TWIN and fact.where]
    return any(_below(path, place) for place in (run.source, *also))


def writer_lives(paths: Iterable[str]) -> bool | None:
    """Whether a process holds one of the files open for writing; None where that cannot be known.

    Linux tells under /proc; processes of other users are not seen. Looking at all of them takes some milliseconds, and
    is done only when a run has been silent for long.
    """
    wanted = {state[:2] for path in paths if (state := _state(path)) is not None}
    try:
        processes = [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
    except OSError:
        return None
    return any(_writes(f"/proc/{process}", wanted) for process in processes) if processes else None


def _writes(process: str, wanted: set[tuple[int, int]]) -> bool:
    try:
        for descriptor in os.listdir(f"{process}/fd"):
            state = _state(f"{process}/fd/{descriptor}")
            if state is not None and state[:2] in wanted:
                with open(f"{process}/fdinfo/{descriptor}", encoding="ascii") as file:
                    flags = next((line.split()[1] for line in file if line.startswith("flags:")), "0")
                if int(flags, 8) & os.O_ACCMODE != os.O_RDONLY:
                    return True
    except OSError:  # it ended meanwhile, or is somebody else's
        return False
    return False
