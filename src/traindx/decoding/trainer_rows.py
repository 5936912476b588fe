"""The rows that the Trainer of transformers prints, a dictionary each, and what stands around them on the same line."""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from traindx.decoding.pairs import rank
from traindx.decoding.printed_rows import Bar, PrintedRows, longer, opens
from traindx.decoding.rows import named_numbers
from traindx.decoding.shapes import Told
from traindx.guards.numbers import number

FIRST = r"loss|eval_\w+|train_runtime|grad_norm|learning_rate|epoch|train_loss"
KEYS = frozenset(("loss", "eval_loss", "train_runtime", "eval_runtime"))
BESIDE = frozenset(("epoch", "learning_rate", "grad_norm", "train_runtime", "eval_runtime"))
MOST = 1000  # hosts, ranks, facts
HOST = re.compile(r"^\s*([\w.-]{1,60}):\s*(?=\{)")
ECHO = re.compile(r">>\s*(?=\{)")  # LLaMA-Factory logs a shorter copy in front of the Trainer's own row


class Said(NamedTuple):
    """What a line holds apart from its numbers."""

    keys: tuple[str, ...]
    words: tuple[str, ...]  # of the keys that hold numbers
    rank: int | None
    host: str | None
    front: bool  # whether a bar stands in front of the row
    behind: bool


def counts(keys: Collection[str]) -> bool:
    """Whether a row with these keys is one of the training."""
    return not KEYS.isdisjoint(keys) and not BESIDE.isdisjoint(keys)


def owner(before: str) -> tuple[int | None, str | None]:
    """The rank or the host whose row stands behind a text."""
    whose = rank(before)
    host = HOST.match(before) if whose is None else None
    return whose, host[1] if host else None


def plain(value: Any) -> float | None:
    """A number, also one in quotes."""
    return number(value) if isinstance(value, str) else float(value) if isinstance(value, (int, float)) else None


def alone(printed: PrintedRows, line: str) -> Told | None:
    """What a line says that holds a row to be added, or a bar, whatever stands around it."""
    if opens(line):
        return None
    found, behind = printed.alone(line)
    if found is None:
        return None if behind is None else (Said((), (), None, None, False, True), behind)
    if ECHO.search(found.before) or "train_runtime" in found.row:
        return None
    numbers = dict(named_numbers(found.row))
    said = Said(tuple(found.row), tuple(numbers), *owner(found.before), found.bar is not None, behind is not None)
    return said, (*numbers.values(), *(found.bar or ()), *(behind or ()))


class BarSteps:
    """The steps of rows, by the bar in front of each, and whose rows they are."""

    def __init__(self) -> None:
        self.steps = array("d")
        self.trusted = True  # whether every row had a bar in front of it, and they rose
        self._bar = (-1, 0)  # the last state of the bar of the training
        self._last: dict[int | None, float] = {}  # the last step of a row, by rank
        self._hosts: dict[str, int] = {}

    def whose(self, number: int | None, host: str | None) -> int | None:
        """The rank of a row; hosts are counted as they come."""
        if number is None and host is not None and (host in self._hosts or len(self._hosts) < MOST):
            return self._hosts.setdefault(host, len(self._hosts))
        return number

    def at(self, bar: Bar | None) -> None:
        """Where the next row stands."""
        self._bar = longer(self._bar, bar) or self._bar

    def add(self, keys: Collection[str], row: Mapping[str, Any], whose: int | None, *, counted: bool = True) -> None:
        """Another row; a step that it names itself is its step."""
        step = self._bar[0]
        self.trusted &= step >= 0 and ("loss" not in keys or self._last.get(whose, -1) < step)
        if whose in self._last or len(self._last) < MOST:
            self._last[whose] = step if "loss" in keys else self._last.get(whose, -1)
        if not self.trusted:
            self.steps = array("d")
        elif counted:
            named = plain(row["step"]) if "step" in row else step
            self.steps.append(float("nan") if named is None else named)
