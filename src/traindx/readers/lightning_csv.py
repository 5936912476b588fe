"""What Lightning's CSVLogger writes: `metrics.csv` in a folder of its own for each run.

Where it comes from: `CSVLogger` of Lightning (2.6, and `pytorch_lightning` since 1.0) and of Lightning Fabric, in
`lightning_logs/version_<n>/metrics.csv`; `hparams.yaml` lies beside it.

What is in it: `step`, which counts optimizer steps from 0, mostly `epoch`, and a column for each name that was
logged, sorted. What is logged at different moments stands in different rows, so most cells are empty. `<name>_step` is
the value of one step and `<name>_epoch` the mean over the epoch; without such an ending the number of points tells.
All files of one version folder are one run.

What is lost: nothing that the file holds but text. The file is written anew whenever a new name is logged, and one
of an earlier training in the same folder is deleted by Lightning itself.
"""

from __future__ import annotations

import copy

import msgspec

from traindx.decoding.delimited import Delimited, Row, numbers, preview
from traindx.decoding.naming import series_name
from traindx.decoding.rows import Gathered, Rows
from traindx.schema import Fact, Head, Match, Run, Series, reader

NAME = "metrics.csv"


def accepts(head: Head) -> Match:
    """A column `step`, names in order, and rows that each hold but some of the cells."""
    table, rows = preview(head.data)
    if "step" not in table.names or table.delimiter != ",":
        return Match(0, "no column is called step")
    if not _ordered(list(table.names), head.name):
        return Match(0, "the columns are not in an order that Lightning gives them")
    if not any(series_name(name) for name in table.names if name not in ("step", "epoch")):
        return Match(0, "no column is called like a loss or a metric")
    sparse = sum(any(not text for text in row.values()) for row in rows)
    full = {frozenset(name for name, text in row.items() if text) for row in rows}
    if sparse and len(full) > 1:
        return Match(0.97 if head.name == NAME else 0.9, "names in order, and rows that hold some of the cells")
    if head.name == NAME:
        return Match(0.95 if "epoch" in table.names else 0.8, "metrics.csv with a step")
    return Match(0, "every row holds every cell")


def _ordered(names: list[str], file: str) -> bool:
    """Sorted; or, before Lightning 2, as they were logged, with the epoch and the step behind the first of them."""
    if names == sorted(names):
        return True
    before = names[: names.index("step")]
    return file == NAME and bool(before) and (before[-1] == "epoch" or names[-1] == "step")


@reader(accepts=accepts, appended=True)
class LightningCsv:
    def __init__(self, head: Head) -> None:
        self.path, self.folder = head.path, head.folder
        self.table = Delimited()
        self.rows = Rows(per=_per)

    def feed(self, piece: bytes) -> None:
        for row in self.table.rows(piece, self.rows.add_columns):
            self._add(self.rows, row)

    def runs(self) -> list[Run]:
        rows, tail = self.rows, self.table.tail()
        if tail:
            rows = copy.deepcopy(rows)
            for row in tail:
                self._add(rows, row)
        facts = [Fact("rows refused", self.table.refused)] if self.table.refused else []
        return [self._run(one, index, facts) for index, one in enumerate(rows.gathered())]

    def _run(self, one: Gathered, index: int, facts: list[Fact]) -> Run:
        epochs = one.series.get("epoch")
        passes = 0 if epochs is None else len({int(epoch) for epoch in epochs.values.tolist()})
        series = {key: _told(each, passes) for key, each in one.series.items()}
        run = one._replace(series=series).run(self.path, "lightning-csv", framework="lightning", facts=facts)
        return msgspec.structs.replace(run, id=self.folder if index == 0 else f"{self.folder}#{index}")

    @staticmethod
    def _add(rows: Rows, row: Row) -> None:
        rows.add(numbers(row, decimal_comma=False))


def _per(word: str) -> str | None:
    return "step" if word.endswith("_step") else "epoch" if word.endswith("_epoch") else None


def _told(series: Series, epochs: int) -> Series:
    """A training series without an ending: at most one point an epoch is a mean over it, more are steps."""
    if series.per != "unknown":
        return series
    mean = epochs > 1 and len(series) <= epochs and series.name.startswith("train/")
    return msgspec.structs.replace(series, per="epoch" if mean else "step")
