"""The history that older versions of Weights & Biases wrote as text.

Where it comes from: wandb before 0.10, `wandb-history.jsonl` in `wandb/run-<time>-<id>` (dry runs: `dryrun-...`).
Files with the same folder are one run.

What is in it: a row for each step, with `_step`, `_timestamp` in seconds since 1970 and `_runtime` beside what was
logged. Names of nested values are joined by a slash; NaN and infinity may be text. Where every row also tells a step of
its own that never falls, that is the axis. The configuration lies beside it in `config.yaml`.

What is lost: media, texts; lines that are no JSON object (counted in a fact). `wandb-summary.json` has the last values
only. What a point stands for wandb does not say. This layout is that of real files; the golden ones are written to it.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping

from traindx.decoding import json_text
from traindx.decoding.keyed_rows import KeyedRows
from traindx.decoding.lines import Lines
from traindx.decoding.rows import named_numbers
from traindx.decoding.tag_curves import Curves, Told, ending
from traindx.guards.numbers import step
from traindx.schema import Fact, Head, Match, Run, reader

MARKS = {"_step", "_timestamp", "_runtime"}
INTERNAL = "_"
SUFFIX = ".jsonl"
LOOKED_AT = 20  # lines


def accepts(head: Head) -> Match:
    """Rows with wandb's own three counters."""
    lines = Lines()
    found = lines.feed(head.data)[:LOOKED_AT] or lines.tail()
    rows = [row for line in found if isinstance(row := json_text.line(line), Mapping)]
    if len(rows) == 1 and not head.name.endswith(SUFFIX):
        return Match(0, "it is one row, as in wandb-summary.json")
    if rows and len(rows) >= 0.5 * len(found) and all(row.keys() >= MARKS for row in rows):
        return Match(0.97, "rows with _step, _timestamp and _runtime")
    return Match(0, "its rows have not _step, _timestamp and _runtime")


@reader(accepts=accepts, appended=True)
class WandbHistory:
    def __init__(self, head: Head) -> None:
        self.path, self.folder = head.path, head.folder
        self.lines = Lines()
        self.rows = KeyedRows()
        self.refused = 0

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            if not _add(self.rows, line) and line.strip():
                self.refused += 1

    def runs(self) -> list[Run]:
        rows, tail = self.rows, self.lines.tail()
        if tail:
            rows = copy.deepcopy(rows)
            for line in tail:
                _add(rows, line)
        if not len(rows):
            return []
        points = rows.points()
        facts = [Fact("rows refused", self.refused)] if self.refused else []
        run = Run(id=self.folder, source=self.path, format="wandb-history", facts=facts)
        return [Curves(points, {key: Told(key, key, per=ending(key)) for key in points}).onto(run)]


def _add(rows: KeyedRows, line: str) -> bool:
    """One line; whether it is a row."""
    row = json_text.line(line)
    at = step(row.get("_step")) if isinstance(row, Mapping) else None
    if at is None or not isinstance(row, Mapping):
        return False
    wall = next((value for word, value in named_numbers({"": row.get("_timestamp")})), float("nan"))
    logged = {word: value for word, value in row.items() if not word.startswith(INTERNAL)}
    rows.add(at, wall, ((word.encode("utf-8", "replace"), value) for word, value in named_numbers(logged)))
    return True
