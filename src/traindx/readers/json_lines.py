"""JSON lines: a row a line.

Where it comes from: loops that append `json.dumps(row)` to a file; LLaMA-Factory's `trainer_log.jsonl`, mmengine's
`scalars.json` and the `.log.json` of its predecessors, detectron2's `metrics.json`, wandb's old `wandb-history.jsonl`,
progress files of stable-baselines3.

What is in it: one point for each number of a row, nested ones by their path; the axis is the key that counts steps or
epochs. A key like `mode` or `split` says whether the row is of training or of validation, `rank` and `run` whose it is;
a row of `name` and `value` is one point of that name. A row of settings, often the first, gives settings. A row of
mmengine without `lr` is an evaluation. detectron2 writes medians over the last 20 steps: single spikes are not in it.

What is lost: text and lists; lines that are no JSON object, a torn one among them (counted in a fact once the file
went on behind it).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from traindx.decoding import json_text
from traindx.decoding.lines import Lines
from traindx.decoding.records import Records
from traindx.schema import Fact, Head, Match, Run, reader

SUFFIXES = (".jsonl", ".ndjson", ".log.json")
LOOKED_AT = 200  # lines
# detectron2's CommonMetricPrinter and JSONWriter share the storage that smooths: a median of 20.
SMOOTHED = 20


def accepts(head: Head) -> Match:
    """Lines that are objects, with something that counts and something that measures."""
    lines = Lines()
    found = [line for line in lines.feed(head.data)[:LOOKED_AT] if line.strip()]
    whole = len(found)
    found += [line for line in lines.tail() if line.strip()] if whole < LOOKED_AT else []
    rows = [row for line in found if isinstance(row := json_text.line(line), dict)]
    if not rows or len(rows) < 0.5 * whole:
        return Match(0, "its lines are no JSON objects")
    if len(rows) == 1 and len(found) < 2 and not head.name.endswith(SUFFIXES):
        return Match(0, "it is one JSON object, not a row a line")
    fold = JsonLines(head)
    for row in rows:
        fold.add(row)
    named = {name for part in fold.records.parts.values() for name in part.named}
    if not named:
        return Match(0, "no key is called like a loss or a metric")
    if not any(part.counts for part in fold.records.parts.values()):
        if not any("loss" in name.split("/")[:2] for name in named) or not head.name.endswith(SUFFIXES):
            return Match(0, "no key counts steps or epochs")
        return Match(0.55, f"rows with {min(named, key=len)}")
    return Match(0.75, f"rows with {min(named, key=len)}")


@reader(accepts=accepts, appended=True)
class JsonLines:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.lines = Lines()
        self.records = Records()
        self.refused = 0
        self.framework: str | None = None

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            row = json_text.line(line)
            if isinstance(row, dict):
                self.add(row)
            elif line.strip():
                self.refused += 1

    def add(self, row: Mapping[str, Any]) -> None:
        """One row, under the habits of those whose rows can be told."""
        if "iteration" in row and "total_loss" in row and ("eta_seconds" in row or "data_time" in row):
            self.framework = "detectron2"
        elif "data_time" in row and "time" in row and "mode" not in row and "iteration" not in row:
            self.framework = "mmengine"
            if "lr" not in row:
                row = {**row, "mode": "val"}
        self.records.add(row)

    def runs(self) -> list[Run]:
        fold = self
        tail = [row for line in self.lines.tail() if isinstance(row := json_text.line(line), dict)]
        if tail:
            fold = JsonLines(Head(self.path, b"", False))
            fold.records = copy.deepcopy(self.records)
            fold.framework = self.framework
            for row in tail:
                fold.add(row)
        facts = [Fact("rows refused", self.refused)] if self.refused else []
        settings = fold.records.known_settings()
        if fold.framework == "detectron2":
            for part in fold.records.parts.values():
                part.per, part.window = "smoothed", SMOOTHED
        return [
            one.run(self.path, "json-lines", framework=fold.framework, facts=facts, settings=settings)
            for _, one in fold.records.gathered()
        ]
