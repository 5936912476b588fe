"""A metric of DVCLive.

Where it comes from: DVCLive (3.49 and older ones), `dvclive/plots/metrics/<name>.tsv`, a file for each metric.

What is in it: a table of a step, counted from 0, and a column that is called like the file; in front of both the time
in milliseconds where it was asked for. The name of the metric is the path below `metrics`. All metrics of one folder
are one run, whose settings lie in `params.yaml`. A step is whatever the program called `next_step` for, often an epoch.

What is lost: nothing that the file holds. `metrics.json` beside it has the last values only. What a point stands for
is not told.
"""

from __future__ import annotations

import re

from traindx.decoding.delimited import Delimited, Row, preview
from traindx.decoding.naming import series_name
from traindx.decoding.single_metric import LOGGED_AS, in_order
from traindx.decoding.tag_curves import ending
from traindx.guards.numbers import number, step
from traindx.schema import Fact, Head, Match, Run, reader

WITHIN = re.compile(r"(?:(.*)/)?plots/metrics/(.+)\.tsv$")
MILLISECONDS = 1000.0


def accepts(head: Head) -> Match:
    """A step and a column called like the file, below `plots/metrics`."""
    within = WITHIN.match(head.path.replace("\\", "/"))
    if within is None:
        return Match(0, "it does not lie below plots/metrics")
    table, rows = preview(head.data)
    column = within[2].rpartition("/")[2]
    if not rows or table.names not in (["step", column], ["timestamp", "step", column]):
        return Match(0, "its columns are not a step and one that is called like the file")
    return Match(0.98, "a metric below plots/metrics")


@reader(accepts=accepts, appended=True)
class DvcliveMetric:
    def __init__(self, head: Head) -> None:
        within = WITHIN.match(head.path.replace("\\", "/"))
        self.path = head.path
        self.folder, self.word = (within[1] or ".", within[2]) if within else (head.folder, head.name)
        self.table = Delimited()
        self.points: list[tuple[int, float, float]] = []

    def feed(self, piece: bytes) -> None:
        self.points += [point for row in self.table.feed(piece) if (point := self._point(row)) is not None]

    def runs(self) -> list[Run]:
        points = [*self.points, *(point for row in self.table.tail() if (point := self._point(row)) is not None)]
        if not points:
            return []
        name = series_name(self.word, split="train") or self.word
        one, change = in_order(name, points, per=ending(self.word))
        facts = [Fact(LOGGED_AS, self.word, where=name), *([Fact(change, self.word, where=name)] if change else [])]
        if self.table.refused:
            facts.append(Fact("rows refused", self.table.refused, where=name))
        return [Run(id=self.folder, source=self.path, format="dvclive", series={one.key: one}, facts=facts)]

    def _point(self, row: Row) -> tuple[int, float, float] | None:
        at, value = step(row.get("step", "")), number(row.get(self.word.rpartition("/")[2], ""))
        if at is None or value is None:
            return None
        # Without a time the order of the rows is kept, for they all have none.
        time = number(row.get("timestamp", ""))
        return at, value, float("nan") if time is None else time / MILLISECONDS
