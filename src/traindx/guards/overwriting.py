"""A log that was read is never what an answer is written over."""

from __future__ import annotations

import os
from collections.abc import Iterable

from traindx.guards.refusal import Refused


def never_over(output: str, logs: Iterable[str]) -> None:
    """Refuses to write to a file that is one of the logs, however it is called."""
    for log in logs:
        try:
            same = not os.path.isdir(log) and os.path.samefile(output, log)
        except (OSError, ValueError):
            continue  # one of them is no file here: nothing is lost
        if same:
            raise Refused(f"{output} is the log itself", "name another file, or the log would be written over")
