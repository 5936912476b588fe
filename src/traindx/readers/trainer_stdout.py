"""What the transformers Trainer prints.

Where it comes from: the progress callback of `Trainer` of transformers (versions 4 and 5) and what is built on it (TRL,
LLaMA-Factory, Axolotl): a Python dictionary every `logging_steps`, between redraws of a progress bar, in a job log.

What is in it: `loss` and the metrics beside it are means over the steps since the last row; `learning_rate` and
`grad_norm` are of the last step, the norm before clipping. Rows of `eval_` are passes over the evaluation set. The step
is not printed: it is that of the progress bar in front of a row, which may lag by a redraw, where every row has one and
they rise; else the axis counts rows and the fractional epoch is a series. The row with `train_runtime` says that the
training completed; its `train_loss`, the mean over the whole training, is a fact. Each host or rank has its own series.

What is lost: the number of steps that a mean stands for, where no bar tells the step. Version 5 prints four significant
digits. With `logging_nan_inf_filter`, the default, NaN and infinite losses are left out of the mean, and a mean over
nothing is 0: a fact counts the zeros.
"""

from __future__ import annotations

import copy
import functools
import re
from typing import Any

import msgspec

from traindx.decoding.lines import Lines
from traindx.decoding.log_ending import Ending
from traindx.decoding.other_texts import few, other_text
from traindx.decoding.own_lines import usual_distance, zeros
from traindx.decoding.printed_rows import PrintedRow, PrintedRows, longer
from traindx.decoding.printed_settings import PrintedSettings
from traindx.decoding.rows import Gathered, Rows
from traindx.decoding.shapes import Shape, Shapes
from traindx.decoding.trainer_rows import ECHO, FIRST, MOST, BarSteps, alone, counts, owner, plain
from traindx.schema import Fact, Head, Match, Run, reader

OF_ONE_STEP = frozenset(("learning_rate", "grad_norm", "epoch", "num_tokens", "num_input_tokens_seen", "total_flos"))


def accepts(head: Head) -> Match:
    """Dictionaries with the keys that the Trainer writes; a text in which none begins is not gone through."""
    fold = TrainerStdout(head)
    fold.feed(head.data if re.search(rf"\{{\s*['\"‘“](?:{FIRST})|[\0\b\x1b\ufeff]", head.text) else b"")
    if not (fold := fold.finished()).rows.count:
        return Match(0, "no line holds a dictionary with loss or eval_loss beside epoch or learning_rate")
    reason = other_text(head.name, head.text[:1000].split("\n")) or few(fold.rows.count, fold.others)
    return Match(0, reason) if reason else Match(0.9, "dictionaries as the Trainer of transformers prints them")


@reader(accepts=accepts, appended=True)
class TrainerStdout:
    def __init__(self, head: Head) -> None:
        self.path, self.lines, self.printed = head.path, Lines(), PrintedRows(FIRST)
        self.rows = Rows(per=lambda word: "step" if word in OF_ONE_STEP else "window")
        self.bars = BarSteps()
        self.ending, self.head = Ending(), PrintedSettings()
        self.facts: list[Fact] = []
        self.others = 0  # lines since the first row that are none
        self._echo: tuple[dict[str, Any], int | None] | None = None
        self._shapes = Shapes(functools.partial(alone, self.printed))

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            self._take(line)
        self.rows.settle()

    def finished(self) -> TrainerStdout:
        """The reader as it would be if nothing more came."""
        other = copy.deepcopy(self)
        for line in other.lines.tail():
            other._take(line)
        other._settle(None)
        return other

    def runs(self) -> list[Run]:
        end = self.finished()
        rows = end.rows.at_steps(end.bars.steps) if end.bars.trusted else end.rows
        runs = [end._run(one) for one in rows.gathered()]
        last = {"outcome": end.ending.outcome, "facts": [*runs[-1].facts, *end.facts]} if runs else {}
        return [*runs[:-1], *(msgspec.structs.replace(run, **last) for run in runs[-1:])]

    def _run(self, one: Gathered) -> Run:
        run = one.run(self.path, "trainer-stdout", framework="transformers", settings=self.head.told)
        if (loss := run.series.get("train/loss")) is None:
            return run
        window = usual_distance(loss) if run.unit == "step" else None
        means = {name: msgspec.structs.replace(one, window=window) for name, one in run.series.items()
                 if one.per == "window"}  # fmt: skip
        facts = [*run.facts, *zeros(loss, "zeros that may stand for NaN")]
        return msgspec.structs.replace(run, series=run.series | means, facts=facts)

    def _take(self, line: str) -> None:
        if not self.printed.inside and not self._echo and (found := self._shapes.find(line)):
            self._again(*found)
            return
        for row in self.printed.take(line):
            if row is not None:
                self._row(row)
            elif not self.ending.take(line) and not self.rows.count:
                self.head.take(line)
            else:
                self.others += bool(line.strip())

    def _again(self, shape: Shape, texts: tuple[str, ...]) -> None:
        """Takes in a line that differs from others in its numbers alone."""
        said, count = shape.what, len(shape.what.words)
        bars = [(int(texts[at]), int(texts[at + 1])) for at in range(count, len(texts), 2)]
        before = longer(self.printed.bar, bars[0] if said.front or not said.keys else None)
        self.printed.bar = before if not said.keys else bars[-1] if said.behind else None
        self.bars.at(before if said.keys else None)
        if not counts(said.keys):
            return
        whose = self.bars.whose(said.rank, said.host)
        form = shape.kept[whose] = shape.kept.get(whose) or self.rows.form(said.words, [1.0] * count, rank=whose)
        if form is None or "step" in said.keys:
            self._add(dict.fromkeys(said.keys) | dict(zip(said.words, map(float, texts), strict=False)), whose)
            return
        self.ending.went_on()
        self.bars.add(said.keys, {}, whose)
        form.texts.extend(texts[:count])
        form.at.append(self.rows.count)
        self.rows.count += 1

    def _row(self, found: PrintedRow) -> None:
        self.bars.at(found.bar)
        if not counts(found.row):
            return
        whose = self.bars.whose(*owner(found.before))
        self._settle(found.row)
        if ECHO.search(found.before):
            self._echo = (found.row, whose)
        else:
            self._add(found.row, whose)

    def _settle(self, row: dict[str, Any] | None) -> None:
        """Lets the copy of a row count if the row itself does not follow."""
        echo, self._echo = self._echo, None
        if echo and (row is None or plain(row.get("epoch")) != plain(echo[0].get("epoch"))):
            self._add(*echo)

    def _add(self, row: dict[str, Any], whose: int | None) -> None:
        if "train_runtime" in row:
            named = (name for name in ("train_loss", "train_runtime") if name in row)
            self.facts += [Fact(name.replace("_", " "), plain(row[name])) for name in named if len(self.facts) < MOST]
            self.ending.completed()
            return
        self.ending.went_on()
        before = self.rows.count
        self.rows.add(row, rank=whose)
        self.bars.add(row, row, whose, counted=self.rows.count > before)
