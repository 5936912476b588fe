"""A metric in the file store of MLflow.

Where it comes from: MLflow's file store, `mlruns/<experiment>/<run>/metrics/<name>`, MLflow 1 to 3. Since 3.17 it is
off unless `MLFLOW_ALLOW_FILE_STORE=true`.

What is in it: a line a value, `<milliseconds> <value> <step>`, in the oldest files without the step, in newer ones with
the name and digest of a data set behind it. The name of the metric is the name of the file, with the folders between
`metrics` and it. All metrics of one run folder are one run; `nan` and `inf` are values. The times say in which order
values were logged; what a resumed run logged again supersedes what stood there. Where no step was given all values are
at step 0: then they are counted in their order, and a fact tells it.

What is lost: the data set of a value. What a point stands for MLflow does not say.
"""

from __future__ import annotations

import re

from traindx.decoding.lines import Lines
from traindx.decoding.naming import series_name
from traindx.decoding.single_metric import LOGGED_AS, in_order
from traindx.decoding.tag_curves import ending
from traindx.guards.numbers import integer, number
from traindx.schema import Fact, Head, Match, Run, reader

# Milliseconds since 2001, so that no other table of three columns looks like it.
LINE = re.compile(r"(\d{12,14}) (\S+)(?: (-?\d+)(?: \S+ \S+)?)?\s*$", re.ASCII)
WITHIN = re.compile(r"(?:(.*)/)?metrics/(.+)$")


def accepts(head: Head) -> Match:
    """Lines of a time in milliseconds, a number and a step."""
    lines = Lines()
    found = lines.feed(head.data) or lines.tail()
    fit = sum(_point(line) is not None for line in found)
    if not fit or fit < len(found):
        return Match(0, "its lines are not a time in milliseconds, a number and a step")
    return Match(0.97 if WITHIN.match(head.path.replace("\\", "/")) else 0.9, "milliseconds, values and steps")


@reader(accepts=accepts, appended=True)
class MlflowMetric:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        within = WITHIN.match(head.path.replace("\\", "/"))
        self.folder, self.word = (within[1] or ".", within[2]) if within else (head.folder, head.name)
        self.lines = Lines()
        self.points: list[tuple[int, float, float]] = []

    def feed(self, piece: bytes) -> None:
        self.points += [point for line in self.lines.feed(piece) if (point := _point(line)) is not None]

    def runs(self) -> list[Run]:
        points = [*self.points, *(point for line in self.lines.tail() if (point := _point(line)) is not None)]
        if not points:
            return []
        name = series_name(self.word, split="train") or self.word
        one, change = in_order(name, points, per=ending(self.word))
        facts = [Fact(LOGGED_AS, self.word, where=name), *([Fact(change, self.word, where=name)] if change else [])]
        return [Run(id=self.folder, source=self.path, format="mlflow-metric", series={one.key: one}, facts=facts)]


def _point(line: str) -> tuple[int, float, float] | None:
    """Step, value and wall time of a line."""
    found = LINE.match(line)
    value = number(found[2]) if found else None
    step = integer(found[3] or "0") if found else None
    return (step, value, int(found[1]) / 1000) if found and value is not None and step is not None else None
