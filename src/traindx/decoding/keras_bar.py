"""One state of a bar that Keras prints, or its line of a whole epoch: how far it is, and what it tells."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from traindx.decoding.shapes import Shape, Told
from traindx.guards.numbers import number

EPOCH = re.compile(r"(?a)^\s*Epoch\s{1,3}(\d{1,9})/(\d{1,9})\s*(?=$|\d)")
# "12/960 [==>....] - ETA: 3s - loss: .5", "8/8 ━━━━ 0s 41ms/step - loss: .5", "8/8 - 0s - 41ms/step - loss: .5"
BAR = re.compile(
    r"(?a)(?<![\w./])(\d{1,12})/(\d{1,12}|Unknown)\s{0,4}(?:\[[=>.]{1,200}\]|[━╸╺]{1,80}|- (?=[\d.]{1,8}m?s))"
)
TIMED = re.compile(r"(?a)^\s*(?:- )?\d{1,9}(?:\.\d+)?s(?: - \d{1,9}[mu]?s/(?:step|epoch|sample))? - (?=[A-Za-z_])")
VALUE = re.compile(r" - ([A-Za-z_][\w./@-]{0,100}(?: [\w.]{1,20}){0,2}): ([-+\w.]{1,60})(?=\s|$)")
NO_VALUES = frozenset(("ETA",))


class KerasBar(NamedTuple):
    """A state; without a counter it is that of a whole epoch."""

    counted: bool
    done: int
    total: int | None
    values: dict[str, float]
    waits: bool  # whether it says how long it will take

    @property
    def ended(self) -> bool:
        return not self.waits and (not self.counted or self.done == self.total)


def keras_bar(line: str) -> KerasBar | None:
    """The state that a line shows, None where it shows none."""
    bar = BAR.search(line) if "/" in line else None
    timed = None if bar else TIMED.match(line)
    if bar is None and timed is None:
        return None
    start = bar.end() if bar else (timed.end() - 3 if timed else 0)
    found = {word: number(text) for word, text in VALUE.findall(line, max(0, start - 2)) if word not in NO_VALUES}
    values = {word: value for word, value in found.items() if value is not None}
    total = int(bar[2]) if bar and bar[2] != "Unknown" else None
    return KerasBar(bar is not None, int(bar[1]) if bar else 0, total, values, "ETA:" in line)


def told(line: str) -> Told | None:
    """What a line says that shows a state and is no header."""
    bar = keras_bar(line) if "Epoch" not in line else None
    if bar is None:
        return None
    numbers = [] if not bar.counted else [bar.done] if bar.total is None else [bar.done, bar.total]
    what = bar._replace(done=0, total=None if bar.total is None else 0, values=dict.fromkeys(bar.values, 0.0))
    return what, (*map(float, numbers), *bar.values.values())


def again(shape: Shape, texts: tuple[str, ...]) -> KerasBar:
    """The state that a line of a known shape shows; its values are still texts."""
    what = shape.what
    count = what.counted + (what.total is not None)
    values: dict[str, Any] = dict(zip(what.values, texts[count:], strict=True))
    return KerasBar(
        what.counted, int(texts[0]) if count else 0, int(texts[1]) if count > 1 else None, values, what.waits
    )
