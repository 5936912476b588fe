"""The progress that Keras prints while it fits a model.

Where it comes from: `fit` of Keras 1 to 3 and of tf.keras with `verbose=1`, a bar that is redrawn with carriage returns
or backspaces, or with `verbose=2`, a line an epoch: `8/8 - 0s - 41ms/step - loss: 3.2197 - val_loss: 3.6057`.

What is in it: one point an epoch, counted as it is printed, from 1: the last state of the epoch's bar, which is the
mean over the epoch for the training and one pass over the held-out data for names with `val_`. The states before it are
running means since the epoch began; a fact counts them. Where no more than one epoch has ended they are all there is,
and the run has one point a redraw. A running mean that has become NaN stays NaN, so an epoch that never ended gives its
point if that is not finite, else none. Bars behind the last epoch, of `evaluate`, are facts.

What is lost: digits beyond the four that are printed, batches between two redraws. A loss that Keras prints holds the
penalties of regularisers, for the training and for `val_loss` alike.
"""

from __future__ import annotations

import copy
import itertools
import math
import re

import msgspec

from traindx.decoding.keras_bar import EPOCH, VALUE, KerasBar, again, keras_bar, told
from traindx.decoding.lines import Lines
from traindx.decoding.log_ending import Ending
from traindx.decoding.other_texts import few, other_text
from traindx.decoding.printed_settings import PrintedSettings
from traindx.decoding.rows import Rows
from traindx.decoding.shapes import Shapes
from traindx.schema import Fact, Head, Match, Run, reader

MOST_FACTS = 1000


def accepts(head: Head) -> Match:
    """Bars or lines an epoch with a time and `name: value` between dashes."""
    fold = KerasProgress(head)
    if VALUE.search(head.text) or re.search("[\0\b\x1b\ufeff]", head.text):  # colours and holes may lie within a value
        fold.feed(head.data)
    fold = fold.finished()
    if not fold.epochs.named and not fold.redraws.named:
        return Match(0, "no line is a progress bar of Keras with a loss or a metric")
    reason = other_text(head.name, head.text[:1000].split("\n")) or few(fold.states, fold.others)
    return Match(0, reason) if reason else Match(0.92, "progress bars of Keras")


@reader(accepts=accepts, appended=True)
class KerasProgress:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.lines = Lines()
        self.epochs, self.redraws = Rows(per="epoch"), _redraws()
        self.ending = Ending()
        self.head = PrintedSettings()
        self.facts: list[Fact] = []
        self.states = self.ended = self.others = 0  # redraws, finished epochs, lines of others since the first
        self._epoch = 0  # as the header said, else as bars began anew
        self._header = False  # whether headers number the epochs
        self._fresh = False  # a header came and no bar under it has ended
        self._state: KerasBar | None = None
        self._shapes = Shapes(told)

    def feed(self, piece: bytes) -> None:
        for line in self.lines.feed(piece):
            self._take(line)

    def finished(self) -> KerasProgress:
        """The reader as it would be if nothing more came."""
        other = copy.deepcopy(self)
        for line in other.lines.tail():
            other._take(line)
        other._close()
        return other

    def runs(self) -> list[Run]:
        end = self.finished()
        running = end.ended <= 1 and end.states > end.ended
        rows = end.redraws if running else end.epochs
        dropped = end.states - end.ended
        facts = [Fact("running means within the epochs", dropped)] if dropped and not running else []
        settings = end.head.told
        runs = [one.run(self.path, "keras-progress", framework="keras", settings=settings) for one in rows.gathered()]
        last = {"outcome": end.ending.outcome, "facts": [*runs[-1].facts, *facts, *end.facts]} if runs else {}
        return [*runs[:-1], *(msgspec.structs.replace(run, **last) for run in runs[-1:])]

    def _take(self, line: str) -> None:
        if known := self._shapes.find(line):
            self._bar(again(*known))
            return
        header = EPOCH.match(line) if "Epoch" in line else None
        if header:
            if not self._header and not self._epoch:  # the log begins within an epoch, or with a bar of evaluate
                self._header, self._epoch = header[1] == "1", int(header[1]) - 2
            self._close()
            self._epoch, self._header, self._fresh = int(header[1]), True, True
            self.head.told.setdefault("epochs", int(header[2]))
            self.ending.went_on()
            line = line[header.end() :]
        if bar := keras_bar(line):
            self._bar(bar)
            return
        if line and not self.ending.take(line) and not self.states:
            self.head.take(line)
        self.others += bool(self.states and line.strip())

    def _bar(self, bar: KerasBar) -> None:
        before = self._state
        another = before and (bar.done < before.done or (before.total is not None and bar.total != before.total))
        if another or (before and not bar.done and bar.values):
            self._close()
        if bar.values or self._state is None:
            self._state = bar
        if not bar.values or (self._header and not self._fresh):
            return  # of evaluate or predict
        self.states += 1
        self.ending.went_on()
        if self.ended > 1:  # within the epochs nothing will be asked for
            return
        epoch = self._epoch + (not self._header)
        if bar.done or (bar.total and not bar.ended):
            self.redraws.per_epoch = max(self.redraws.per_epoch or 0.0, float(bar.total or 0)) or None
            self.redraws.add({"epoch": epoch, "batch": bar.done, **bar.values})
        else:
            self.redraws.add({"epoch": epoch, **bar.values})

    def _close(self) -> None:
        """The bar has come to its end, or nothing more of it will come."""
        state, self._state = self._state, None
        if state is None or not state.values:
            return
        values = {name: float(value) for name, value in state.values.items()}
        if self._header and not self._fresh:
            told = (Fact(f"evaluated {name}", value) for name, value in values.items())
            self.facts += itertools.islice(told, max(0, MOST_FACTS - len(self.facts)))
            return
        self._epoch += not self._header
        self._fresh = False
        if state.total is None or state.done >= state.total:
            self.ended += 1
            self.redraws = self.redraws if self.ended <= 1 else _redraws()
        else:
            values = {name: value for name, value in values.items() if not math.isfinite(value)}
        if values:
            self.epochs.add({"epoch": self._epoch, **values})


def _redraws() -> Rows:
    return Rows(per=lambda word: "step" if word in ("lr", "learning_rate") else "running")
