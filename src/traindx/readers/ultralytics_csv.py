"""The `results.csv` of Ultralytics.

Where it comes from: Ultralytics (YOLO) 8.0 to 8.4, `runs/<task>/train*/results.csv`; older ones pad
names with blanks.

What is in it: a row an epoch, counted from 1 (from 0 before 8.1): `train/*_loss`, the mean of each term over the
epoch; `val/*_loss`, the same on the validation set; `metrics/*`, measured on the validation set too; `lr/pg*`, the rate
of each group of parameters. All files of one folder are one run, whose settings lie in `args.yaml`.

What is lost: nothing. The sum of the terms is not in the file and is not made up.
"""

from __future__ import annotations

import copy

import msgspec

from traindx.decoding.delimited import Delimited, Row, numbers, preview
from traindx.decoding.rows import Rows
from traindx.schema import Fact, Head, Match, Run, reader

MEASURED = "metrics/"


def accepts(head: Head) -> Match:
    """`epoch`, `metrics/...` and losses under `train/` and `val/`."""
    table, rows = preview(head.data)
    names = table.names
    if not rows or "epoch" not in names:
        return Match(0, "it is no table with an epoch")
    losses = [name for name in names if name.startswith(("train/", "val/")) and name.endswith("loss")]
    if not losses or not any(name.startswith(MEASURED) for name in names):
        return Match(0, "it has no train/..._loss beside metrics/...")
    return Match(0.97, "the columns of Ultralytics")


@reader(accepts=accepts, appended=True)
class UltralyticsCsv:
    def __init__(self, head: Head) -> None:
        self.path, self.folder = head.path, head.folder
        self.table = Delimited()
        self.rows = Rows(per=lambda word: "step" if word.startswith("lr") else "epoch")

    def feed(self, piece: bytes) -> None:
        for row in self.table.feed(piece):
            self._add(self.rows, row)

    def runs(self) -> list[Run]:
        rows, tail = self.rows, self.table.tail()
        if tail:
            rows = copy.deepcopy(rows)
            for row in tail:
                self._add(rows, row)
        facts = [Fact("rows refused", self.table.refused)] if self.table.refused else []
        runs = [one.run(self.path, "ultralytics-csv", framework="ultralytics", facts=facts) for one in rows.gathered()]
        return [
            msgspec.structs.replace(run, id=self.folder if index == 0 else f"{self.folder}#{index}")
            for index, run in enumerate(runs)
        ]

    @staticmethod
    def _add(rows: Rows, row: Row) -> None:
        values = numbers(row, decimal_comma=False)
        rows.add({f"val/{name.removeprefix(MEASURED)}" if name.startswith(MEASURED) else name: value
                  for name, value in values.items()})  # fmt: skip
