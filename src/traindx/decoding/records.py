"""Rows that say more of themselves than numbers: whose they are, and sometimes what their one value is.

A row's `split` (or `phase`, `mode`, ...) with a word like train or val, its `rank` and its `run` are no quantities but
tell where the others belong. A row of `name` and `value` (`metric`, `tag`, `series`) is one point of that name. A word
that we know as a setting and that never changes is a setting; so is a row that counts nothing and measures nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traindx.decoding.alike import Block
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
PLAIN, MEASURE, ABOUT, SETTING = "plain", "measure", "about", "setting"


class Records:
    """Rows of one or several runs as they come."""

    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}
        self.parts: dict[str, Rows] = {}
        self._constant: dict[str, Any] = {}  # words that we know as settings, while they keep their value
        self._changed: set[str] = set()
        self._kinds: dict[str, str] = {}

    def add(self, row: Mapping[str, Any]) -> None:
        """One row."""
        about: dict[str, Any] = {}
        values: dict[str, Any] = {}
        measures = False
        for word, value in row.items():
            kind = self._kinds.get(word) or self._kind(word)
            if kind is MEASURE:
                measures = True
            elif kind is ABOUT and (told := _about(word, value)):
                about[told[0]] = told[1]
                continue
            elif kind is SETTING and not isinstance(value, (Mapping, list)):
                self._setting(word, value)
                continue
            values[word] = value
        if "name" in about and "value" in values:
            values[about["name"]] = values.pop("value")
            measures = measures or self._kind(about["name"]) is MEASURE
        split = about.get("split")
        if measures or (split and any(series_name(word, split=split) for word in values)):
            self._row(values, about.get("run", ""), split, about.get("rank"))
        elif known(values) or CONFIG & values.keys():
            self._settings(values)

    def add_columns(self, block: Block) -> bool:
        """Many rows at once, as if added one by one; False, and nothing was done, where the words say something of
        the rows."""
        kinds = {word: self._kinds.get(word) or self._kind(word) for word in (*block.columns, *block.texts)}
        settled = [word for word, kind in kinds.items() if kind is SETTING]
        if "" in block.columns or ABOUT in kinds.values() or not all(self._stands(word, block) for word in settled):
            return False
        if not block.covered(word for word in block.columns if kinds[word] is MEASURE):
            return False
        return self.parts.setdefault("", Rows()).add_columns(block.without(settled))

    def _stands(self, word: str, block: Block) -> bool:
        """Whether a block says nothing new of a word that we know as a setting."""
        if word in self._changed:
            return True
        known = word in self._constant and word not in block.texts
        return known and bool((block.columns[word] == self._constant[word]).all())

    def _row(self, values: Mapping[str, Any], run: str, split: str | None, rank: int | None) -> None:
        part = self.parts.get(run)
        if part is None and len(self.parts) < MOST_RUNS:
            part = self.parts[run] = Rows()
        if part is not None:
            part.add(values, split=split, rank=rank)

    def _kind(self, word: str) -> str:
        """What a word is for, asked once for each."""
        if word.lower() in SPLIT | RANK | RUN | NAME:
            kind = ABOUT
        elif is_axis(word) or series_name(word):
            kind = MEASURE
        else:
            kind = SETTING if setting_name(word) else PLAIN
        self._kinds[word] = kind
        return kind

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


def _about(word: str, value: Any) -> tuple[str, Any] | None:
    """What a word says of its row, if it is no quantity."""
    low = word.lower()
    if low in SPLIT and (split := split_of(value)):
        return "split", split
    if low in RANK and (rank := step(value)) is not None:
        return "rank", rank
    if low in RUN and isinstance(value, (str, int)) and not isinstance(value, bool):
        return "run", str(value)
    return ("name", value) if low in NAME and isinstance(value, str) else None
