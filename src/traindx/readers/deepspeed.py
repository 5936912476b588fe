"""What DeepSpeed logs, with what the training script prints between.

Where it comes from: the engine of DeepSpeed, every `steps_per_print` steps: `[2026-01-02 03:04:05,678] [INFO]
[logging.py:96:log_dist] [Rank 0] step=100, skipped=1, lr=[1e-05], mom=[(0.9, 0.95)]`, and its loss scaler:
`[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, reducing to 32768`. The layout follows
`runtime/engine.py` and `runtime/fp16/loss_scaler.py` of versions 0.9 to 0.14 as its sources and logs show it; the
files that test this reader are written to it, not by a run. Logs of Megatron and of the transformers Trainer on
DeepSpeed have readers of their own.

What is in it: the rate, the steps that were skipped so far, and the loss scale after each overflow. DeepSpeed prints
no loss: the losses and metrics are those that the script prints, read as any text is. Where its steps are DeepSpeed's
own, the rate stands at the step that DeepSpeed names; else where the line stands among the others.

What is lost: the loss scale between overflows, which grows unseen. Of an overflow that several ranks tell the first
rank's line counts.
"""

from __future__ import annotations

import copy
import re

import msgspec

from traindx.decoding.lines import Lines
from traindx.decoding.other_texts import few, other_text
from traindx.decoding.own_lines import has
from traindx.decoding.rows import Gathered, Rows
from traindx.decoding.telling import Telling
from traindx.decoding.waiting_rows import WaitingRows
from traindx.guards.numbers import number
from traindx.schema import Fact, Head, Match, Run, reader

STEP = re.compile(
    r"(?a)\[Rank \d{1,6}\] step=(\d{1,12}), skipped=(\d{1,12}), lr=\[([^\]]{0,2000})\](?:, mom=\[([^\]]{0,2000})\])?"
)
OVERFLOW = re.compile(
    r"(?a)(?:OVERFLOW!|loss scale overflow!) (?:Rank (\d{1,6}) )?Skipping step\."
    r"(?: Attempted loss\s{1,4}scale: ([\d.]{1,30}), (?:reducing to ([\d.]{1,30})|but hysteresis)(?=[\s.]|$))?"
)
OTHER = re.compile(r"(?a)\[(?:INFO|WARNING|DEBUG|ERROR)\] \[(\w{1,40})\.py:\d{1,6}:\w{1,80}\]")
NUMBER = re.compile(r"(?a)(?<![\w.+-])[-+]?(?:\d{1,20}\.?\d{0,30}|\.\d{1,30}|nan|inf)(?:e[-+]?\d{1,4})?(?![\w.])")


def accepts(head: Head) -> Match:
    """Lines of the engine or of the loss scaler of DeepSpeed."""
    fold = Deepspeed(head)
    if has(head, b"skipped=", b"Skipping step"):
        fold.feed(head.data)
        fold = fold.finished()
    if not fold.own:
        return Match(0, "no line says '[Rank 0] step=1, skipped=2, lr=[3]' or 'OVERFLOW! Rank 0 Skipping step.'")
    reason = other_text(head.name, head.text[:1000].split("\n")) or few(fold.own + fold.told, fold.others)
    return Match(0, reason) if reason else Match(0.8, "lines as DeepSpeed logs them")


@reader(accepts=accepts, appended=True)
class Deepspeed:
    def __init__(self, head: Head) -> None:
        self.path, self.lines, self.telling = head.path, Lines(), Telling()
        self.alone = Rows(per="step")  # with the steps of DeepSpeed
        self.waiting = WaitingRows()  # until the script has told something
        self.own = self.told = self.others = self.overflows = 0
        self._first: str | None = None  # the rank whose overflows count

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            self._take(line)
        self.telling.rows.settle()

    def finished(self) -> Deepspeed:
        """The reader as it would be if nothing more came."""
        other = copy.deepcopy(self)
        for line in other.lines.tail():
            other._take(line)
        return other

    def runs(self) -> list[Run]:
        end = self.finished()
        whole = end.telling.rows.gathered() if end.telling.rows.named else end.alone.gathered()
        settings = end.telling.head.told
        runs = [end._placed(one, whole).run(end.path, "deepspeed", framework="torch", settings=settings)
                for one in whole]  # fmt: skip
        facts = [Fact("overflows that skipped a step", end.overflows)] if end.overflows else []
        last = {"outcome": end.telling.ending.outcome, "facts": [*runs[-1].facts, *facts]} if runs else {}
        return [*runs[:-1], *(msgspec.structs.replace(run, **last) for run in runs[-1:])]

    def _placed(self, one: Gathered, whole: list[Gathered]) -> Gathered:
        """The run with DeepSpeed's series at its own steps, where the script counts the same ones."""
        import numpy as np

        own = self.alone.gathered()
        rate = own[0].series.get("lr") if len(own) == len(whole) == 1 else None
        if rate is None or one.unit != "step":
            return one
        theirs = [series.steps for name, series in one.series.items() if "loss" in name]
        if not theirs or not np.isin(rate.steps, np.concatenate(theirs)).all():
            return one
        return one._replace(series={**one.series, **own[0].series})

    def _take(self, line: str) -> None:
        if found := STEP.search(line) if "skipped=" in line else None:
            self._step(found)
        elif found := OVERFLOW.search(line) if "overflow" in line.lower() else None:
            self._overflow(found)
        elif other := OTHER.search(line):  # of DeepSpeed too: its settings, its timers
            if other[1] == "config":
                self.telling.head.take(line)
            self.own += bool(self.own)
        else:
            kind = self.telling.take(line)
            self.told += kind in ("point", "row", "count")
            self.others += bool(self.own and line.strip() and kind in ("", "code", "settings"))
        if self.telling.rows.count and self.waiting:
            for row in self.waiting.rows():
                self.telling.rows.add(row)
            self.waiting = WaitingRows()

    def _step(self, found: re.Match[str]) -> None:
        rates = [number(text) for text in NUMBER.findall(found[3])]
        row = {"lr" if not at else f"lr/{at}": rate for at, rate in enumerate(rates) if rate is not None}
        for name, text in zip(("momentum", "beta2"), NUMBER.findall(found[4] or ""), strict=False):
            self.telling.head.told.setdefault(name, number(text))
        self._add({**row, "skipped": float(found[2])}, float(found[1]))

    def _overflow(self, found: re.Match[str]) -> None:
        self._first = self._first or found[1]
        scale = number(found[3] or found[2] or "")  # numbers other than fp16 have none
        if found[1] in (self._first, None):
            self.overflows += 1
            self.own += scale is None
            if scale is not None:
                self._add({"loss scale": scale}, None)

    def _add(self, row: dict[str, float], step: float | None) -> None:
        self.own += 1
        self.telling.ending.went_on()
        self.waiting.add(row)
        self.alone.add(row if step is None else {"step": step, **row})
