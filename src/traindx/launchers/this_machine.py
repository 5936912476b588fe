"""A command on this machine: in our process group, with our terminal, and its signals.

It is started as a shell would start it, so it sees no difference. A signal that reaches only us is passed on to it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

# An interrupt from a terminal, or from `timeout`, reaches the command by itself: only then is it passed on.
GRACE = 1.0  # seconds


class Relay:
    """Signals that reached us and not the command."""

    def __init__(self) -> None:
        self.child: subprocess.Popen[bytes] | None = None
        self.interrupted_at: float | None = None

    def caught(self, number: int, frame: FrameType | None) -> None:
        if number == signal.SIGINT:
            self.interrupted_at = time.monotonic()
        elif self.child is not None and self.child.poll() is None:
            self.child.send_signal(number)

    def pass_on(self) -> None:
        """A terminal interrupts the command too; who interrupted us alone means it."""
        at = self.interrupted_at
        if at is None or time.monotonic() - at < GRACE:
            return
        self.interrupted_at = None
        if self.child is not None and not _on_terminal():
            self.child.send_signal(signal.SIGINT)


def _on_terminal() -> bool:
    try:
        return os.tcgetpgrp(sys.stderr.fileno()) == os.getpgrp()
    except (OSError, ValueError):
        return False


@contextmanager
def relayed() -> Iterator[Relay]:
    """What ends us ends the command, which may take its time; what is ignored stays ignored."""
    relay = Relay()
    before: dict[int, Any] = {}
    number: int
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, relay.caught)
    try:
        yield relay
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
