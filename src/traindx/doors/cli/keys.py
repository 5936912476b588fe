"""Keys that are pressed while something is shown, without waiting for the end of a line."""

from __future__ import annotations

import os
import select
import sys
import time
from typing import Any


class Keys:
    """Called with seconds, it waits that long for a key and returns it, or None. Without a keyboard it only waits."""

    def __init__(self) -> None:
        self.before: Any = None
        self.end = -1

    def __enter__(self) -> Keys:
        try:
            import termios
            import tty

            end = sys.stdin.fileno()
            # In the background a process that changes the terminal is stopped by it.
            if os.isatty(end) and os.tcgetpgrp(end) == os.getpgrp():
                self.before = termios.tcgetattr(end)
                tty.setcbreak(end)  # Ctrl-C still interrupts
                self.end = end
        except (ImportError, OSError, ValueError, AttributeError):  # Windows; a closed or replaced standard input
            self.end = -1
        return self

    def __exit__(self, *unused: Any) -> None:
        if self.before is not None:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self.before)

    @property
    def there(self) -> bool:
        """Whether there is a keyboard."""
        return self.end >= 0

    def __call__(self, seconds: float) -> str | None:
        if self.end < 0:
            time.sleep(seconds)
            return None
        if not select.select([self.end], [], [], seconds)[0]:
            return None
        try:
            pressed = os.read(self.end, 64)
        except OSError:
            pressed = b""
        if not pressed:  # the terminal has gone
            self.end = -1
            return None
        return pressed[:1].decode("ascii", "replace").lower()
