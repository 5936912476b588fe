"""A table of text: CSV, TSV and their like.

Where it comes from: loops that write a row a step or an epoch with `csv`, pandas or `print`; timm's `summary.csv`,
Ultralytics' `results.csv`, DVCLive's TSV, progress files of reinforcement learning, curves exported from a web page.

What is in it: one series a column. The axis is the column that counts steps or epochs, or pandas' unnamed index.
A column called `split` or `phase` with words like train and val, and one called `rank`, say whose the row is.
Decimal commas are understood where the comma does not part the columns. Settings are taken from a
comment in front (`# lr=0.1`).

What is lost: text, lists, columns without a name, rows that do not fit the names (counted in a fact).
Whether a value is of one step or a mean over several is not told by such a file.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable

from traindx.decoding.alike import Block
from traindx.decoding.data_set import data_set
from traindx.decoding.delimited import Delimited, Row, numbers, preview
from traindx.decoding.naming import is_axis, series_name
from traindx.decoding.records import Records
from traindx.guards.numbers import integer, number
from traindx.schema import Fact, Head, Match, Run, reader
from traindx.schema.settings import setting_name, translated

PAIR = re.compile(r"([A-Za-z_][\w.]{0,60})\s*[=:]\s*([^\s,;]{1,80})")
EXPORTED = ["Wall time", "Step", "Value"]  # by TensorBoard: run-<run>-tag-<tag>.csv
OF_RUN = " - "  # in a chart that wandb exports: "<run> - <metric>", with "__MIN" and "__MAX" beside it
BAND = ("__MIN", "__MAX", "_step")
INDEX = "step"  # stands for pandas' unnamed index where nothing else counts


def accepts(head: Head) -> Match:
    """A table with an axis and a loss or a metric; or nothing but losses, metrics and rates."""
    table, rows = preview(head.data)
    if table.names == EXPORTED and rows:
        return Match(0.9, "a curve exported by TensorBoard")
    if not table.names or not rows:
        return Match(0, "it is no table with a line of names and rows of numbers under it")
    parsed = [numbers(row, decimal_comma=table.decimal_comma) for row in rows]
    filled = {name for row in parsed for name in row}
    if not filled:
        return Match(0, "the rows hold no numbers")
    named = {name for name in filled if not is_axis(name) and _quantity(name)}
    if not named:
        return Match(0, "no column is called like a loss or a metric")
    axis = any(map(is_axis, filled)) or _counts(parsed)
    if not axis and any(name and not series_name(name) for name in filled):
        return Match(0, "no column counts steps or epochs")
    if reason := data_set(rows):
        return Match(0, reason)
    return Match(0.7 if axis else 0.5, f"a table with {min(named, key=len)}")


def _quantity(name: str) -> bool:
    ours = series_name(name) or ""
    return "loss" in ours.split("/")[:2] or "metric" in ours.split("/")[:2]


def _counts(rows: Iterable[dict[str, float]]) -> bool:
    """Whether the column without a name is an index: 0, 1, 2, ..."""
    return all(row.get("") == index for index, row in enumerate(rows))


@reader(accepts=accepts, appended=True)
class CsvTable:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.table = Delimited()
        self.records = Records()

    def feed(self, piece: bytes) -> None:
        for row in self.table.rows(piece, self._at_once):
            self._add(self.records, row)

    def _at_once(self, block: Block) -> bool:
        """Takes rows of nothing but numbers; False, and nothing was done, where their names say more."""
        if self.table.names == EXPORTED or any(OF_RUN in name for name in block.columns):
            return False
        if "" in block.columns:
            axes = [name for name in block.columns if is_axis(name)]
            if any(name in block.rows for name in ("", *axes)):
                return False
            # The order matters: of two words that count the same the first counts.
            block = block.without([""]) if axes else block.renamed("", INDEX)
        return self.records.add_columns(block)

    def runs(self) -> list[Run]:
        records, tail = self.records, self.table.tail()
        if tail:
            records = copy.deepcopy(records)
            for row in tail:
                self._add(records, row)
        facts = [Fact("rows refused", self.table.refused)] if self.table.refused else []
        settings = {**_settings(self.table.comments), **records.known_settings()}
        return [one.run(self.path, "csv-table", facts=facts, settings=settings) for _, one in records.gathered()]

    def _add(self, records: Records, row: Row) -> None:
        row = self.named(row)
        values = numbers(row, decimal_comma=self.table.decimal_comma)
        index = values.pop("", None)
        axis = {INDEX: index} if index is not None and not any(map(is_axis, values)) else {}
        texts = {name: text for name, text in row.items() if name}
        if not any(OF_RUN in name for name in row):
            records.add({**axis, **texts, **values})
            return
        for run in dict.fromkeys(name.rpartition(OF_RUN)[0] for name in row if OF_RUN in name):
            own = {name.rpartition(OF_RUN)[2]: value for name, value in values.items() if name.startswith(run + OF_RUN)}
            shared = {name: value for name, value in values.items() if OF_RUN not in name}
            records.add({"run": run, **shared, **{name: one for name, one in own.items() if not name.endswith(BAND)}})

    def named(self, row: Row) -> Row:
        """A row of the curve that TensorBoard's page exports, under the name that its file has."""
        if self.table.names != EXPORTED:
            return row
        tag = self.path.replace("\\", "/").rpartition("/")[2].rpartition(".")[0].rpartition("tag-")[2]
        return {"step": row["Step"], tag: row["Value"]}


def _settings(comments: Iterable[str]) -> dict[str, object]:
    found = [pair for line in comments for pair in PAIR.findall(line) if setting_name(pair[0])]
    return translated({name: _plain(text) for name, text in found})


def _plain(text: str) -> object:
    whole = integer(text)
    value = number(text) if whole is None else whole
    return text if value is None else value
