"""What Keras' CSVLogger writes: a row an epoch.

Where it comes from: `keras.callbacks.CSVLogger(filename)`, Keras 1 to 3.15, on every backend.

What is in it: `epoch`, counted from 0, then the sorted names of loss and metrics, those of validation with `val_` in
front. A training value is the mean over the epoch. `NA` stands where nothing was evaluated. With `append=True` several
trainings stand in one file; each that begins again at its first epoch is a run of its own.

What is lost: metrics that are arrays (`"[0.1, 0.2]"`), and names that only appear after the first epoch, which Keras
itself leaves out.
"""

from __future__ import annotations

import copy

from traindx.decoding.delimited import Delimited, Row, numbers, preview
from traindx.decoding.rows import Rows
from traindx.schema import Fact, Head, Match, Run, reader


def accepts(head: Head) -> Match:
    """`epoch` first, then sorted names with `loss` among them, epochs from 0."""
    table, rows = preview(head.data)
    if not table.names or table.names[0] != "epoch":
        return Match(0, "the first column is not epoch")
    names = table.names[1:]
    if "loss" not in names:
        return Match(0, "no column is called loss")
    own = [name for name in names if not name.startswith("val_")]
    held_out = names[len(own) :]
    if names != sorted(names) and [*own, *held_out] != [*sorted(own), *sorted(held_out)]:
        return Match(0, "the columns behind epoch are not in order of their names")
    if any(not name.isidentifier() or name.startswith(("train_", "step")) for name in names):
        return Match(0, "Keras gives no such names")
    first = numbers(rows[0], decimal_comma=table.decimal_comma).get("epoch") if rows else None
    if first is None or not first.is_integer():
        return Match(0, "the first column holds no epochs")
    if len(names) < 2 or first != 0:
        return Match(0.6, "like the log of Keras, but it does not begin at epoch 0 or holds the loss alone")
    return Match(0.92, "epochs from 0 and sorted names, as Keras writes them")


@reader(accepts=accepts, appended=True)
class KerasCsv:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.table = Delimited()
        self.rows = Rows(per=_per)

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
        return [one.run(self.path, "keras-csv", framework="keras", facts=facts) for one in rows.gathered()]

    def _add(self, rows: Rows, row: Row) -> None:
        rows.add(numbers(row, decimal_comma=self.table.decimal_comma))


def _per(word: str) -> str:
    return "step" if word in ("lr", "learning_rate") else "epoch"
