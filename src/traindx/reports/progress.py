"""How far something has come that takes longer than a second, in one line that is overwritten and goes away at the end.

It is for a person who waits: it is written to standard error, and only where that is a terminal.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from typing import TextIO

from traindx.guards.escaping import terminal
from traindx.reports.page import tail

PATIENCE = 1.0  # seconds in which nobody asks how far it is
APART = 0.1  # seconds between two lines: faster is not read
MIB = 1 << 20


class Progress:
    """One line. Call it with what is done, how much of it, and of how much."""

    def __init__(self, stream: TextIO, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream, self.clock = stream, clock
        self.begun, self.last = clock(), 0.0
        self.shown = False
        self.process = os.getpid()

    def __call__(self, what: str, done: int, total: int) -> None:
        self.line(f"traindx: {what} {done:,} of {total:,}")

    def line(self, words: str) -> None:
        """Puts a line in the place of the last one, once a person waits and not too often."""
        now = self.clock()
        # A worker that was forked has this object too, but the line is its parent's.
        if now - self.begun < PATIENCE or now - self.last < APART or os.getpid() != self.process:
            return
        self.last, self.shown = now, True
        room = shutil.get_terminal_size((80, 24)).columns - 1
        self.stream.write(f"\r\x1b[K{tail(words, room)}")
        self.stream.flush()

    def waiting(self, what: str) -> None:
        """That something goes on whose end is not known."""
        seconds = int(self.clock() - self.begun)
        self.line(f"traindx: {what}, {seconds} s")

    def file(self, path: str, done: int, total: int) -> None:
        """How much of a large file has been read, in MiB; the last piece may have been written meanwhile."""
        self(f"reading {terminal(os.path.basename(path) or path)}, MiB", done // MIB, max(done, total) // MIB)

    def clear(self) -> None:
        """Takes the line away."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
            self.shown = False
