"""The tables that stable-baselines3 prints.

Where it comes from: `log.txt` and the terminal of stable-baselines3 (and of stable-baselines before it): a frame of
dashes, lines such as `|    ep_rew_mean      | 22.5     |` below `| rollout/            |          |`. Its
`progress.csv` and `progress.json` are read as tables. The layout follows `stable_baselines3/common/logger.py` at
00dc23b; the files that test this reader are written to it, not by a run.

What is in it: one row a table, at `total_timesteps`, the steps of the environment. Names have their heading in front,
as in progress.csv. `ep_rew_mean` and `ep_len_mean` are means over the last hundred episodes; `eval/` is an
evaluation. A loss of reinforcement learning need not fall when the agent learns.

What is lost: digits beyond the three that are printed; the ends of names longer than 23 characters. A table that was
not closed yet does not count.
"""

from __future__ import annotations

import re

from traindx.decoding.own_lines import OwnLines, judged
from traindx.decoding.rows import Rows
from traindx.guards.numbers import number
from traindx.schema import Head, Match, reader

FRAME = re.compile(r"^-{12,200}\s*$")
CELL = re.compile(r"^\| ( {0,8}[A-Za-z_][\w./ -]{0,80}?) {0,80}\| ([^|]{0,80}?) {0,80}\|\s*$")
TOTAL = "total_timesteps"
SMOOTHED = frozenset(("ep_rew_mean", "ep_len_mean", "success_rate"))
MOST = 400  # rows of a table
BETWEEN = 100  # lines of others, such as bars that are redrawn, before a table is given up


def accepts(head: Head) -> Match:
    """Frames of dashes around names and numbers, with total_timesteps."""
    lacks = "no frame of dashes holds '| total_timesteps | 1 |'"
    return judged(
        stable_baselines3(head),
        head,
        cues=(b"total_timesteps",),
        lacks=lacks,
        found="tables as stable-baselines3 prints them",
    )


@reader(accepts=accepts, appended=True)
def stable_baselines3(head: Head) -> OwnLines:
    return OwnLines(head, Rows(per=_per), _Table().take, form="stable-baselines3", framework="torch")


class _Table:
    """The table that is being printed."""

    def __init__(self) -> None:
        self._open: dict[str, float] | None = None
        self._tag = ""
        self._lines = self._between = 0  # of the open table, and of others within it

    def take(self, log: OwnLines, line: str) -> bool:
        if FRAME.match(line):
            self._close(log)
            return log.own > 0
        found = CELL.match(line) if self._open is not None and line.startswith("|") else None
        if found is None or self._open is None:
            self._between += 1
            self._open = self._open if self._between < BETWEEN else None
            return False
        self._lines += 1
        name, value = found[1], number(found[2])
        if name.endswith("/") and not found[2]:
            self._tag = name
        elif value is not None and len(self._open) < MOST:
            self._open.setdefault((self._tag if name.startswith(" ") else "") + name.strip(), value)
        return log.own > 0

    def _close(self, log: OwnLines) -> None:
        """A frame ends a table, or begins one."""
        row, self._open = self._open, {}
        if row and (total := next((name for name in row if name.rpartition("/")[2] == TOTAL), None)):
            log.own += self._lines * (not log.own)
            log.add({"step": row.pop(total), **row})
            self._open = None  # the frame below one table is not that above the next
        self._tag, self._lines, self._between = "", 0, 0


def _per(word: str) -> str | None:
    if word.startswith("eval/"):
        return "evaluation"
    return "smoothed" if word.rpartition("/")[2] in SMOOTHED else None
