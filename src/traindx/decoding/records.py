"""Rows that say more of themselves than numbers: whose they are, and sometimes what their one value is.

A row's `split` (or `phase`, `mode`, ...) with a word like train or val, its `rank` and its `run` are no quantities but
tell where the others belong. A row of `name` and `value` (`metric`, `tag`, `series`) is one point of that name. A word
that we know as a setting and that never changes is a setting; so is a row that counts nothing and measures nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traindx.decoding.naming import is_axis, series_name
from traindx.decoding.nested_settings import flattened, known
from traindx.decoding.rows import Gathered, Rows, split_of
from traindx.guards.numbers import step
from traindx.schema.settings import setting_name

SPLIT = frozenset(("split", "phase", "mode", "set", "stage", "subset", "partition", "type", "event", "kind", "job"))
RANK = frozenset(("rank", "local_rank", "global_rank", "process_index"))
RUN = frozenset(("run", "run_id", "run_name", "run_uuid", "trial", "trial_id", "fold"))
NAME = frozenset(("name", "metric", "tag", "series", "key", "variable"))
CONFIG = frozenset(("config", "args", "hparams", "hyperparameters", "params", "settings", "cfg", "configuration"))
MOST_RUNS = 1_000


class Records:
    """Rows of one or several runs as they come."""

    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}
        self.parts: dict[str, Rows] = {}
        self._constant: dict[str, Any] = {}  # words that we know as settings, while they keep their value
        self._changed: set[str] = set()

    def add(self, row: Mapping[str, Any]) -> None:
        """One row."""
        about: dict[str, Any] = {}
        values: dict[str, Any] = {}
        for word, value in row.items():
            kind, told = _about(word, value)
            if kind is not None:
                about[kind] = told
            elif setting_name(word) and not isinstance(value, (Mapping, list)) and not series_name(word):
                self._setting(word, value)
            else:
                values[word] = value
        if "name" in about and "value" in values:
            values[about["name"]] = values.pop("value")
        split, run = about.get("split"), about.get("run", "")
        if any(map(is_axis, values)) or any(series_name(word, split=split) for word in values):
            if run in self.parts or len(self.parts) < MOST_RUNS:
                self.parts.setdefault(run, Rows()).add(values, split=split, rank=about.get("rank"))
        elif known(values) or CONFIG & values.keys():
            self._settings(values)

    def _settings(self, values: Mapping[str, Any]) -> None:
        whole: dict[str, Any] = {}
        for word, value in values.items():
            if word in CONFIG and isinstance(value, Mapping):
                whole.update(value)
            elif word not in CONFIG:
                whole.setdefault(word, value)
        self.settings.update(flattened(whole))

    def gathered(self) -> list[tuple[str, Gathered]]:
        """The runs with what they call themselves."""
        return [(run, one) for run, rows in self.parts.items() for one in rows.gathered()]

    def known_settings(self) -> dict[str, Any]:
        """What rows of settings and words that never changed say."""
        return {**self.settings, **flattened(self._constant)}

    def _setting(self, word: str, value: Any) -> None:
        if word in self._changed or value is None or value == "":
            return
        if self._constant.setdefault(word, value) != value:
            del self._constant[word]
            self._changed.add(word)


def _about(word: str, value: Any) -> tuple[str | None, Any]:
    """What a word says of its row, if it is no quantity."""
    low = word.lower()
    if low in SPLIT and (split := split_of(value)):
        return "split", split
    if low in RANK and (rank := step(value)) is not None:
        return "rank", rank
    if low in RUN and isinstance(value, (str, int)) and not isinstance(value, bool):
        return "run", str(value)
    if low in NAME and isinstance(value, str):
        return "name", value
    return None, None
