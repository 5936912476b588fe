"""JSON lines: a row a line.

Where it comes from: loops that append `json.dumps(row)` to a file; LLaMA-Factory's `trainer_log.jsonl`, mmengine's
`scalars.json` and the `.log.json` of its predecessors, detectron2's `metrics.json`, progress files of
stable-baselines3.

What is in it: one point for each number of a row, nested ones by their path; the axis is the key that counts steps or
epochs. A key like `mode` or `split` says whether the row is of training or of validation, `rank` and `run` whose it is;
a row of `name` and `value` is one point of that name. A row of settings, often the first, gives settings. A row of
mmengine without `lr` is an evaluation; where its step counts epochs it stands at the last step of the training before
it. What detectron2's evaluators measured (`bbox/AP`) is of a held-out set; it writes medians over the last 20 steps,
mmengine means over 10, mmcv and LLaMA-Factory means over the steps since the last row: a lone spike is hardly in them.

What is lost: text and lists; lines that are no JSON object, a torn one among them (counted in a fact once the file
went on behind it).

Longer than most: rows of nothing but numbers are read many at a time, all others one by one.
"""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from traindx.decoding import json_text
from traindx.decoding.alike import Block, alike
from traindx.decoding.data_set import data_set
from traindx.decoding.flat_rows import FlatRows
from traindx.decoding.line_blocks import LineBlocks, lines_of
from traindx.decoding.lines import Lines
from traindx.decoding.records import Records
from traindx.decoding.rows import Gathered
from traindx.guards.numbers import step
from traindx.schema import Fact, Head, Match, Run, reader

SUFFIXES = (".jsonl", ".ndjson", ".log.json")
LOOKED_AT = 200  # lines
BLOCK = 2_000  # lines
# Keys that only this writer's rows have together. LLaMA-Factory hands on what the transformers Trainer logs.
WRITERS = {
    "detectron2": {"iteration", "total_loss", "data_time"},
    "mmcv": {"mode", "iter", "epoch", "data_time", "time"},
    "mmengine": {"lr", "data_time", "loss", "time", "step"},
    "transformers": {"current_steps", "total_steps", "loss", "percentage"},
}
MEASURED = re.compile(r"(?:[\w.-]+/)?(?:bbox|segm|keypoints|sem_seg|panoptic_seg|box_proposals)/")  # by its evaluators
# detectron2's JSONWriter takes the median of 20 iterations, mmengine's LogProcessor the mean of 10. The others take the
# mean over the steps since the last row.
SMOOTHED = {"detectron2": 20, "mmengine": 10}


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
        if reason := data_set(rows):
            return Match(0, reason)
        return Match(0.55, f"rows with {min(named, key=len)}")
    if fold.framework is None and (reason := data_set(rows)):
        return Match(0, reason)
    # Programs also print rows in JSON among other lines.
    return Match(0.93 if len(rows) >= whole else 0.75, f"rows with {min(named, key=len)}")


@reader(accepts=accepts, appended=True)
class JsonLines:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.blocks = LineBlocks()
        self.flat = FlatRows()
        self.records = Records()
        self.refused = 0
        self.framework: str | None = None
        self.reached: int | None = None  # the last step of the training, where an evaluation counts otherwise

    def feed(self, piece: bytes) -> None:
        for block in self.blocks.feed(piece):
            if isinstance(block, bytes) and self._at_once(block):
                continue
            lines = lines_of(block)
            for first in range(0, len(lines), BLOCK):
                part = lines[first : first + BLOCK]
                rows = json_text.flat_objects(part)
                found: list[Mapping[str, Any]] = list(self._rows(part) if rows is None else rows)
                for some in found if rows is None else alike(rows):
                    self._take(some)
                self.flat.learn(found)

    def _at_once(self, block: bytes) -> bool:
        """Takes rows of nothing but numbers whose names are known; False, and nothing was done, for others."""
        if self.framework in SMOOTHED:
            return False
        found = self.flat.lines(block[:-1])
        return found is not None and not self._has_habits(found) and self.records.add_columns(found)

    def _rows(self, lines: list[str]) -> Iterator[Mapping[str, Any]]:
        for line in lines:
            row = json_text.line(line)
            if isinstance(row, dict):
                yield row
            elif line.strip():
                self.refused += 1

    def _take(self, some: Mapping[str, Any] | Block) -> None:
        if not isinstance(some, Block):
            self.add(some)
        elif self._has_habits(some) or not self.records.add_columns(some):
            for row in some.numbers():
                self.add(row)

    def _has_habits(self, block: Block) -> bool:
        """Whether the rows say whose they are, or are of a writer whose rows are read one by one."""
        if self.framework is None:
            return any(words <= block.columns.keys() for words in WRITERS.values())
        return self.framework in SMOOTHED

    def add(self, row: Mapping[str, Any]) -> None:
        """One row, under the habits of those whose rows can be told."""
        if self.framework is None:
            self.framework = next((name for name, words in WRITERS.items() if words <= row.keys()), None)
        if self.framework == "mmengine" and "mode" not in row:
            row = self._of_mmengine(row)
        if self.framework == "detectron2":
            row = {f"val/{word}" if MEASURED.match(word) else word: value for word, value in row.items()}
        self.records.add(row)

    def _of_mmengine(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """An evaluation has no rate, and by itself its step counts epochs: it lies behind the training's."""
        at = step(row.get("step"))
        if "lr" in row:
            self.reached = at
            return row
        behind = at is not None and self.reached is not None and at < self.reached
        return {**row, "mode": "val", **({"step": self.reached} if behind else {})}

    def runs(self) -> list[Run]:
        fold = self
        tail = [row for line in self.blocks.tail() if isinstance(row := json_text.line(line), dict)]
        if tail:
            fold = JsonLines(Head(self.path, b"", False))
            fold.records = copy.deepcopy(self.records)
            fold.framework, fold.reached = self.framework, self.reached
            for row in tail:
                fold.add(row)
        facts = [Fact("rows refused", self.refused)] if self.refused else []
        settings = fold.records.known_settings()
        return [
            _told(one, fold.framework).run(
                self.path, "json-lines", framework=fold.framework, facts=facts, settings=settings
            )
            for _, one in fold.records.gathered()
        ]


def _told(one: Gathered, framework: str | None) -> Gathered:
    """What a point is, where the writer is known."""
    if framework is None:
        return one
    per = "smoothed" if framework == "detectron2" else "window"
    series = {}
    for key, each in one.series.items():
        mean = each.name.startswith(("train/loss", "train/metric"))
        gaps = sorted(after - before for before, after in itertools.pairwise(each.steps.tolist()))
        window = SMOOTHED.get(framework) or (gaps[len(gaps) // 2] if gaps else None)
        told = {"per": per, "window": window} if mean else {"per": "step"}
        series[key] = each if each.per == "evaluation" else msgspec.structs.replace(each, **told)
    return one._replace(series=series)
