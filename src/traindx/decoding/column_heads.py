"""Tables that a log prints between its other lines: a line of names, and rows of numbers under it.

    epoch     train_loss  valid_loss  accuracy  time            as fastai and notebooks print them
    0         2.211370    2.048751    0.468333  00:01

          Epoch    GPU_mem   box_loss   cls_loss   Instances    as Ultralytics does, a head for every row
          9/55      9.02G     0.1295      7.585         16: 100%|######| 954/954 [11:32<00:00,  1.38it/s]

Names are a counter with a loss or a metric; or two losses or metrics without a counter, and then only the row right
under them counts, as an evaluation's. A row has as many cells as there are names. Cells without a number are left out.
"""

from __future__ import annotations

import re

from traindx.decoding.naming import SPLITS, is_axis, series_name
from traindx.guards.numbers import number

LONGEST = 400  # characters of a line
MOST = 30  # columns
WIDE = re.compile(r"\s*\|\s*|\t\s*|\s{2,}")
BAR = re.compile(r":\s+\d{1,3}%\|.*$")  # of tqdm, behind the last cell
# Asked before anything dearer: lines of names are few.
CUE = re.compile(r"(?i)epoch|step|iter|round|loss|acc|map|score|error")
FIGURE = re.compile(r"(?<![\w.@-])\d")
LETTERS = re.compile(r"[A-Za-z]")
FRACTION = re.compile(r"(\d{1,9})/(\d{1,9})$")
SPLIT_WORDS = {word for words in SPLITS.values() for word in words}


class ColumnHeads:
    """Remembers the last line of names."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.evaluation = False  # the names have no counter
        self._wide = True
        self.fresh = False  # the names stood on the line before

    def take(self, line: str) -> list[tuple[str, float]]:
        """The pairs of a row, else none."""
        fresh, self.fresh = self.fresh, False
        if len(line) > LONGEST or not line.strip():
            self.fresh = fresh
            return []
        text = _bare(line)
        if found := _heads(text):
            (self.names, self._wide), self.fresh = found, True
            self.evaluation = not any(map(is_axis, self.names))
            return []
        return self._cells(text) if fresh or not self.evaluation else []

    def later(self, line: str) -> list[tuple[str, float]] | None:
        """What `take` makes of a line that does not stand right under the names; None where it holds names itself."""
        if len(line) > LONGEST:
            return []
        text = _bare(line)
        return None if _heads(text) else [] if self.evaluation else self._cells(text)

    def _cells(self, text: str) -> list[tuple[str, float]]:
        if not self.names:
            return []
        cells = _cells(text, wide=self._wide)
        return self._row(cells) if len(cells) == len(self.names) else []

    def _row(self, cells: list[str]) -> list[tuple[str, float]]:
        found: list[tuple[str, float]] = []
        for name, cell in zip(self.names, cells, strict=True):
            fraction = FRACTION.match(cell) if is_axis(name) else None
            value = number(fraction[1] if fraction else cell.rstrip("%"))
            if value is not None:
                found.append((name, value))
            elif is_axis(name):
                return []
            if fraction:
                found.append((f"{name}/total", float(fraction[2])))
        return found if 2 * len(found) >= len(cells) else []


def _bare(line: str) -> str:
    return BAR.sub("", line).strip().strip("|").strip()


def _heads(text: str) -> tuple[list[str], bool] | None:
    """The names that a line holds, and whether they stand wide apart; None where it holds none."""
    if "=" in text or ":" in text or not CUE.search(text) or FIGURE.search(text):
        return None
    for wide in (True, False):
        names = _cells(text, wide=wide) if wide else _joined(text.split())
        if not 2 <= len(names) <= MOST or len(set(names)) < len(names) or not all(map(LETTERS.search, names)):
            continue
        if not wide and not is_axis(names[0]):
            continue
        told = sum(_quantity(name) for name in names)
        if told > (0 if any(map(is_axis, names)) else 1):
            return names, wide
    return None


def _cells(text: str, *, wide: bool) -> list[str]:
    return WIDE.split(text) if wide else text.split()


def _joined(words: list[str]) -> list[str]:
    """Words that are one name only together: "train" and "loss"."""
    names: list[str] = []
    for word in words:
        if names and names[-1].lower() in SPLIT_WORDS:
            names[-1] += f" {word}"
        else:
            names.append(word)
    return names


def _quantity(name: str) -> bool:
    parts = (series_name(name.rstrip("):"), split="val") or "").split("/")[:2]
    return "loss" in parts or "metric" in parts
