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
from typing import Any, NamedTuple

import msgspec

from traindx.decoding.own_lines import OwnLines, OwnRow, judged
from traindx.decoding.rows import Rows
from traindx.guards.numbers import number
from traindx.schema import Fact, Head, Match, Run, reader

JSON = re.compile(r"(?a)\| (train|train_inner|valid\w{0,40}|test) \| (?=\{\")")
SIMPLE = re.compile(r"(?a)(?:^|\| )epoch (\d{1,9})(?::\s{1,9}\d{1,12} / \d{1,12} | \| )(?=\S)")
BAR = re.compile(
    r"(?a)(?:^|\| )epoch (\d{1,9}):\s{1,4}\d{1,3}%\|.{0,200}?\d{1,12}/\d{1,12} \[[^\],]{1,40}, {1,4}[^\],]{1,20}, "
)
SUBSET = re.compile(r"(?a)^valid on '[^']{0,80}' subset(?: \| |:?\s{1,9}\d)")
VALUE = re.compile(
    r"(?a)(?:^|[,|]\s)\s{0,4}([a-z]\w{0,60}(?:[ ]\w{1,20})?)(?:=|\s{1,8})([-+]?[\d.][\d.e+-]{0,30}|[-+]?(?:nan|inf))%?"
    r"(?: \(([-+]?[\d.]{1,20}|nan|inf)\))?(?=\s{0,8}[,|\]]|\s*$)"
)
OVERFLOW = re.compile(r"(?a)overflow detected, .{0,40}setting loss scale to:? ([\d.]{1,30})(?=\s|$)")
LAST = frozenset(("lr", "loss_scale", "wall", "train_wall"))
DROPPED = frozenset(("epoch", "update", "num_updates"))


def accepts(head: Head) -> Match:
    """Lines of train_inner or of an epoch with a loss and num_updates."""
    lacks = "no line says 'epoch 001: 1 / 9 loss=2, ..., num_updates=3' or '| train_inner | {...}'"
    return judged(fairseq(head), head, cues=(b"num_updates",), lacks=lacks, found="lines as fairseq logs them")


@reader(accepts=accepts, appended=True)
def fairseq(head: Head) -> OwnLines:
    inner = _Inner()
    return OwnLines(head, Rows(per=inner.per), inner.take, form="fairseq", framework="torch", row=_row, shaped=_shaped)


class _Inner:
    """Whether train_inner was named: then means are over a window, not since the epoch began."""

    def __init__(self) -> None:
        self.named = False

    def take(self, log: OwnLines, line: str) -> bool:
        if found := OVERFLOW.search(line) if "overflow" in line else None:
            scale = number(found[1])
            if log.own and scale is not None:
                log.rows.add({"loss_scale": scale})
            return log.own > 0
        if (said := _said(line)) is None:
            return False
        self.named |= said.inner
        if said.passing:
            return log.own > 0
        return (row := _told(said)) is not None and log.add_row(row)

    def per(self, word: str) -> str:
        if word in LAST:
            return "step"
        return "epoch" if word.startswith("train_") else "window" if self.named else "running"


class _Said(NamedTuple):
    epoch: float | None
    told: dict[str, float]
    split: str | None
    inner: bool
    passing: bool = False  # on the way through an evaluation


def _said(line: str) -> _Said | None:
    if found := JSON.search(line) if '{"' in line else None:
        return _json(found[1], line[found.end() :])
    if "epoch " not in line or not (found := SIMPLE.search(line) or BAR.search(line)):
        return None
    epoch, inner, text = float(found[1]), "train_inner" in line, line[found.end() :]
    if subset := SUBSET.match(text):
        return _Said(epoch, _values(text[subset.end() :]), "valid", inner, passing="|" not in subset[0])
    return _Said(epoch, _values(text), "train" if "|" in found[0][-3:] else None, inner)


def _json(kind: str, text: str) -> _Said | None:
    try:
        row: Any = msgspec.json.decode(text.strip().encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        return None
    if not isinstance(row, dict):
        return None
    split = None if kind == "train_inner" else "valid" if kind.startswith("valid") else kind
    named = [(word.removeprefix(f"{split or kind}_"), _number(value)) for word, value in row.items()]
    told = {word: value for word, value in named if value is not None}
    return _Said(told.get("update", told.get("epoch")), told, split, kind == "train_inner")


def _row(line: str) -> OwnRow | None:
    said = None if "overflow" in line else _said(line)
    return None if said is None or said.passing else _told(said)


def _told(line: _Said) -> OwnRow | None:
    """One row; the words of the mean over an epoch and of an evaluation say what they are."""
    split = line.split
    said = {word.removeprefix(f"{split} ").removeprefix(f"{split}_"): value for word, value in line.told.items()}
    if "loss" not in said or (split is None and "num_updates" not in said):
        return None
    dress = "train_" if split == "train" else ""
    row = {f"{dress}{word}": value for word, value in said.items() if word not in DROPPED}
    row |= {"step": said["num_updates"]} if "num_updates" in said else {}
    row |= {} if line.epoch is None else {"epoch": line.epoch}
    return OwnRow(row, split="val" if split == "valid" else "test" if split == "test" else None)


def _shaped(_: OwnLines, run: Run) -> Run:
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
