"""What fairseq logs.

Where it comes from: `fairseq-train` with `--log-format json` or `simple`, on the terminal or in `--log-file`: `... |
INFO | train_inner | {"epoch": 1, "update": 0.053, "loss": "9.1", "num_updates": "100", ...}`, or `epoch 001:    100 /
1891 loss=9.1, ppl=..., num_updates=100, ...`; at the end of an epoch `| INFO | train | epoch 001 | loss 8.5 | ...`
and `| INFO | valid | epoch 001 | valid on 'valid' subset | loss 8.1 | ...`. The layout follows
`fairseq/logging/progress_bar.py` at 0400ebb; the files that test this reader are written to it, not by a run.

What is in it: the step is `num_updates`. Lines of `train_inner` are means over the updates since the line before;
those of versions before 0.10, without that word, are means since the epoch began. The line of a whole epoch is
`train_loss` and the like, an epoch mean. Lines of `valid` are passes over validation data. The rate and the loss
scale are of the last update. An overflow is told by the loss scale that it left.

What is lost: losses are divided by ln 2, so they are in bits: a fact says so. Numbers are printed with three
decimals.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from traindx.decoding.own_lines import OwnLines, judged
from traindx.decoding.rows import Rows
from traindx.guards.numbers import number
from traindx.schema import Fact, Head, Match, Run, reader

JSON = re.compile(r"\| (train|train_inner|valid\w{0,40}|test) \| (?=\{\")")
SIMPLE = re.compile(r"(?:^|\| )epoch (\d{1,9})(?::\s{1,9}\d{1,12} / \d{1,12} | \| )(?=\S)")
BAR = re.compile(
    r"(?:^|\| )epoch (\d{1,9}):\s{1,4}\d{1,3}%\|.{0,200}?\d{1,12}/\d{1,12} \[[^\],]{1,40}, {1,4}[^\],]{1,20}, "
)
SUBSET = re.compile(r"^valid on '[^']{0,80}' subset(?: \| |:?\s{1,9}\d)")
VALUE = re.compile(
    r"(?:^|[,|]\s)\s{0,4}([a-z]\w{0,60}(?:[ ]\w{1,20})?)(?:=|\s{1,8})([-+]?[\d.][\d.e+-]{0,30}|[-+]?(?:nan|inf))%?"
    r"(?: \(([-+]?[\d.]{1,20}|nan|inf)\))?(?=\s{0,8}[,|\]]|\s*$)"
)
OVERFLOW = re.compile(r"overflow detected, .{0,40}setting loss scale to:? ([\d.]{1,30})(?=\s|$)")
LAST = frozenset(("lr", "loss_scale", "wall", "train_wall"))
DROPPED = frozenset(("epoch", "update", "num_updates"))


def accepts(head: Head) -> Match:
    """Lines of train_inner or of an epoch with a loss and num_updates."""
    lacks = "no line says 'epoch 001: 1 / 9 loss=2, ..., num_updates=3' or '| train_inner | {...}'"
    return judged(Fairseq(head), head, cues=(b"num_updates",), lacks=lacks, found="lines as fairseq logs them")


@reader(accepts=accepts, appended=True)
class Fairseq(OwnLines):
    def __init__(self, head: Head) -> None:
        super().__init__(head, Rows(per=self._per), form="fairseq", framework="torch")
        self.inner = False  # whether train_inner was named: means over a window, not since the epoch began

    def take(self, line: str) -> bool:
        if found := OVERFLOW.search(line) if "overflow" in line else None:
            scale = number(found[1])
            if self.own and scale is not None:
                self.rows.add({"loss_scale": scale})
            return self.own > 0
        if found := JSON.search(line) if '{"' in line else None:
            return self._json(found[1], line[found.end() :])
        if "epoch " not in line or not (found := SIMPLE.search(line) or BAR.search(line)):
            return False
        self.inner |= "train_inner" in line
        text, whole = line[found.end() :], "|" in found[0][-3:]
        if subset := SUBSET.match(text):
            if "|" not in subset[0]:
                return self.own > 0  # on the way through it
            return self._told(float(found[1]), _values(text[subset.end() :]), split="valid")
        return self._told(float(found[1]), _values(text), split="train" if whole else None)

    def _json(self, kind: str, text: str) -> bool:
        try:
            row: Any = msgspec.json.decode(text.strip().encode("utf-8", "replace"))
        except (msgspec.DecodeError, RecursionError):
            return False
        if not isinstance(row, dict):
            return False
        self.inner |= kind == "train_inner"
        split = None if kind == "train_inner" else "valid" if kind.startswith("valid") else kind
        named = [(word.removeprefix(f"{split or kind}_"), _number(value)) for word, value in row.items()]
        told = {word: value for word, value in named if value is not None}
        return self._told(told.get("update", told.get("epoch")), told, split=split)

    def _told(self, epoch: float | None, told: dict[str, float], *, split: str | None) -> bool:
        """One row; the words of the mean over an epoch and of an evaluation say what they are."""
        said = {word.removeprefix(f"{split} ").removeprefix(f"{split}_"): value for word, value in told.items()}
        row = {f"{split}_{word}" if split == "train" else word: value for word, value in said.items()
               if word not in DROPPED}  # fmt: skip
        if "loss" not in said:
            return False
        if "num_updates" in said:
            row["step"] = said["num_updates"]
        elif split is None:
            return False
        if epoch is not None:
            row["epoch"] = epoch
        self.add(row, split="val" if split == "valid" else "test" if split == "test" else None)
        return True

    def _per(self, word: str) -> str:
        if word in LAST:
            return "step"
        if word.startswith("train_"):
            return "epoch"
        return "window" if self.inner else "running"

    def shaped(self, run: Run) -> Run:
        return msgspec.structs.replace(run, facts=[*run.facts, Fact("base of the logarithm of the loss", 2)])


def _values(text: str) -> dict[str, float]:
    """What a line tells: `loss=9.1, ppl=2 | num_updates 100`."""
    told: dict[str, float] = {}
    for word, text_of, average in VALUE.findall(text):
        value, mean = number(text_of), number(average)
        told |= {} if value is None else {word: value}
        told |= {} if mean is None else {f"{word} (avg)": mean}
    return told


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        return number(value.removesuffix("%"))
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
