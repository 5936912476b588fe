"""Shows what is followed: as a panel on a terminal, as a line for each finding elsewhere, or as JSON lines."""

from __future__ import annotations

import shutil
import time
from typing import Any, TextIO

from traindx.guards.escaping import terminal
from traindx.reports import lines, panel
from traindx.schema import Identity
from traindx.verbs.follow import Moment

STANDING = 30.0  # seconds between two lines of where it stands, on a terminal that cannot be drawn on


class Panel:
    """The panel; `f` shows all findings, and again the newest."""

    def __init__(self, stream: TextIO, path: str, *, color: bool, unicode: bool, keys: bool) -> None:
        self.painted = panel.Painted(stream)
        self.path, self.color, self.unicode = path, color, unicode
        self.keys = keys
        self.every = False
        self.now: Moment | None = None

    def __enter__(self) -> Panel:
        self.painted.__enter__()
        return self

    def __exit__(self, *unused: Any) -> None:
        self.painted.__exit__()

    def key(self, key: str) -> None:
        if key == "f" and self.now is not None and self.now.diagnosis is not None:
            self.every = not self.every
            self.moment(self.now)

    def moment(self, now: Moment) -> None:
        self.now = now
        width = shutil.get_terminal_size((80, 24)).columns
        words = f"f {'newest' if self.every else 'all'} findings  q leave" if self.keys else "Ctrl-C leaves"
        if now.diagnosis is None:
            self.painted.paint(panel.waiting(self.path, keys=words, width=width, unicode=self.unicode))
            return
        told = panel.panel(
            now.diagnosis,
            now.told,
            status=now.status,
            pace=now.pace,
            notices=now.notices,
            every=self.every,
            keys=words,
            width=width,
            color=self.color,
            unicode=self.unicode,
        )
        self.painted.paint(told)


class Plain:
    """A line for each new finding and each notice; where somebody looks on, also where the run stands."""

    def __init__(self, stream: TextIO, *, watched: bool) -> None:
        self.stream, self.watched = stream, watched
        self.stood = 0.0

    def __enter__(self) -> Plain:
        return self

    def __exit__(self, *unused: Any) -> None:
        return None

    def key(self, key: str) -> None:
        return None

    def moment(self, now: Moment) -> None:
        said = [terminal(one) for one in now.notices[len(now.notices) - now.fresh :]]
        if now.diagnosis is not None:
            said += [terminal(panel.spoken(one, now.diagnosis.run)) for one in now.news]
            if self.watched and time.monotonic() - self.stood >= STANDING:
                self.stood = time.monotonic()
                said.append(terminal(f"{panel.standing(now.diagnosis)}; {now.status}"))
        for one in said:
            encoding = self.stream.encoding or "utf-8"
            self.stream.write(f"traindx: {one}\n".encode(encoding, "backslashreplace").decode(encoding))
        self.stream.flush()


class Lines:
    """One JSON object a line for each new finding and each notice; the run has its line at the end."""

    def __init__(self, stream: TextIO, known: frozenset[Identity] = frozenset()) -> None:
        self.stream, self.known = stream, known

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *unused: Any) -> None:
        return None

    def key(self, key: str) -> None:
        return None

    def moment(self, now: Moment) -> None:
        if now.diagnosis is None:
            return
        for text in now.notices[len(now.notices) - now.fresh :]:
            self.stream.write(lines.notice(now.diagnosis, text))
        self.stream.write(lines.news(now.diagnosis, now.news, self.known))
        self.stream.flush()
