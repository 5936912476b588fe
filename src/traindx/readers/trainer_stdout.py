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
import re
from itertools import pairwise
from typing import Any

import msgspec

from traindx.decoding.lines import Lines
from traindx.decoding.log_ending import Ending
from traindx.decoding.other_texts import few, other_text
from traindx.decoding.pairs import rank
from traindx.decoding.printed_rows import PrintedRow, PrintedRows
from traindx.decoding.printed_settings import PrintedSettings
from traindx.decoding.rows import Gathered, Rows
from traindx.guards.numbers import number
from traindx.schema import Fact, Head, Match, Run, reader

FIRST = r"loss|eval_\w+|train_runtime|grad_norm|learning_rate|epoch|train_loss"
KEYS = frozenset(("loss", "eval_loss", "train_runtime", "eval_runtime"))
BESIDE = frozenset(("epoch", "learning_rate", "grad_norm", "train_runtime", "eval_runtime"))
HOST = re.compile(r"^\s*([\w.-]{1,60}):\s*(?=\{)")
ECHO = re.compile(r">>\s*(?=\{)")  # LLaMA-Factory logs a shorter copy in front of the Trainer's own row
OF_ONE_STEP = frozenset(("learning_rate", "grad_norm", "epoch", "num_tokens", "num_input_tokens_seen", "total_flos"))


def accepts(head: Head) -> Match:
    """Dictionaries with the keys that the Trainer writes; a text in which none begins is not gone through."""
    fold = TrainerStdout(head)
    fold.feed(head.data if re.search(rf"\{{\s*['\"‘“](?:{FIRST})|[\0\b\x1b\ufeff]", head.text) else b"")
    fold = fold.finished()
    if not fold.plain.count:
        return Match(0, "no line holds a dictionary with loss or eval_loss beside epoch or learning_rate")
    reason = other_text(head.name, head.text[:1000].split("\n")) or few(fold.plain.count, fold.others)
    return Match(0, reason) if reason else Match(0.9, "dictionaries as the Trainer of transformers prints them")


@reader(accepts=accepts, appended=True)
class TrainerStdout:
    def __init__(self, head: Head) -> None:
        self.path, self.lines, self.rows = head.path, Lines(), PrintedRows(FIRST)
        # The same rows twice: with the step of the bar, and without where that cannot be trusted.
        per = {"per": lambda word: "step" if word in OF_ONE_STEP else "window"}
        self.plain, self.stepped = Rows(**per), Rows(**per)  # type: ignore[arg-type]
        self.ending, self.head = Ending(), PrintedSettings()
        self.facts: list[Fact] = []
        self.others = 0  # lines since the first row that are none
        self._hosts: dict[str, int] = {}
        self._bar = (-1, 0)  # the last state of the bar of the training
        self._last: dict[int | None, int] = {}  # the last step of a row, by rank
        self._steps = True  # whether every row had a bar in front of it, and they rose
        self._echo: tuple[dict[str, Any], int | None] | None = None

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            self._take(line)

    def finished(self) -> TrainerStdout:
        """The reader as it would be if nothing more came."""
        other = copy.deepcopy(self)
        for line in other.lines.tail():
            other._take(line)
        other._settle(None)
        return other

    def runs(self) -> list[Run]:
        end = self.finished()
        rows = end.stepped if end._steps else end.plain
        runs = [end._run(one) for one in rows.gathered()]
        last = {"outcome": end.ending.outcome, "facts": [*runs[-1].facts, *end.facts]} if runs else {}
        return [*runs[:-1], *(msgspec.structs.replace(run, **last) for run in runs[-1:])]

    def _run(self, one: Gathered) -> Run:
        run = one.run(self.path, "trainer-stdout", framework="transformers", settings=self.head.told)
        loss = run.series.get("train/loss")
        if loss is None:
            return run
        zeros = loss.steps[loss.values == 0.0].tolist()
        facts = [Fact("zeros that may stand for NaN", len(zeros), step=at, where="train/loss") for at in zeros[:1]]
        gaps = sorted(after - before for before, after in pairwise(loss.steps.tolist()))
        window = gaps[len(gaps) // 2] if gaps and run.unit == "step" else None
        means = {key: one for key, one in run.series.items() if one.per == "window"}
        series = {**run.series, **{key: msgspec.structs.replace(one, window=window) for key, one in means.items()}}
        return msgspec.structs.replace(run, series=series, facts=[*run.facts, *facts])

    def _take(self, line: str) -> None:
        for found in self.rows.take(line):
            if found is not None:
                self._row(found)
            elif not self.ending.take(line) and not self.plain.count:
                self.head.take(line)
            else:
                self.others += bool(line.strip())

    def _row(self, found: PrintedRow) -> None:
        for bar in found.bars:  # a smaller total is another bar: of an evaluation, of a download
            self._bar = bar if bar[1] >= self._bar[1] else self._bar
        row, before = found.row, found.before
        if not (KEYS & row.keys() and BESIDE & row.keys()):
            return
        whose = rank(before)
        if whose is None and (host := HOST.match(before)):
            whose = self._hosts.setdefault(host[1], len(self._hosts))
        self._settle(row)
        if ECHO.search(before):
            self._echo = (row, whose)
        else:
            self._add(row, whose)

    def _settle(self, row: dict[str, Any] | None) -> None:
        """Lets the copy of a row count if the row itself does not follow."""
        echo, self._echo = self._echo, None
        if echo and (row is None or _plain(row.get("epoch")) != _plain(echo[0].get("epoch"))):
            self._add(*echo)

    def _add(self, row: dict[str, Any], whose: int | None) -> None:
        if "train_runtime" in row:
            named = (name for name in ("train_loss", "train_runtime") if name in row)
            self.facts += [Fact(name.replace("_", " "), _plain(row[name])) for name in named]
            self.ending.completed()
            return
        self.ending.went_on()
        self.plain.add(row, rank=whose)
        step = self._bar[0]
        self._steps &= step >= 0 and ("loss" not in row or self._last.get(whose, -1) < step)
        self._last[whose] = step if "loss" in row else self._last.get(whose, -1)
        if self._steps:
            self.stepped.add({"step": step, **row}, rank=whose)


def _plain(value: Any) -> float | None:
    """A number, also one in quotes."""
    return number(value) if isinstance(value, str) else float(value) if isinstance(value, (int, float)) else None
