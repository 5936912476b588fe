"""What Megatron-LM prints.

Where it comes from: Megatron-LM, Megatron-DeepSpeed and GPT-NeoX, from the last rank: ` iteration      100/    5000 |
consumed samples: ... | elapsed time per iteration (ms): ... | learning rate: 3.0E-04 | ... | lm loss: 2.1E+00 | loss
scale: 1.0 | grad norm: 0.512 | number of skipped iterations: 0 | number of nan iterations: 0 |`. The layout follows
`training_log` in `megatron/training/training.py` at 86df799; the files that test this reader are written to it, not
by a run.

What is in it: each loss is the mean over the iterations since the line before that were not skipped. The rate, the
loss scale and the norm (before clipping) are of the last iteration. Lines with `validation loss at` are passes over
the validation data.

What is lost: a loss that is NaN. Megatron prints a loss only if it is above zero (later versions: not below), so a
line without one whose iterations were not all skipped held NaN or, where a loss can be that, a mean of zero or less:
it is read as NaN, and a fact counts such lines. Where all iterations were skipped there is no loss, unless the line
counts NaN iterations. A perplexity is that of a loss of 20 at most.
"""

from __future__ import annotations

import re
from array import array

import msgspec

from traindx.decoding.naming import scale, series_name
from traindx.decoding.own_lines import OwnLines, judged
from traindx.decoding.pairs import rank
from traindx.decoding.rows import Rows
from traindx.guards.numbers import number
from traindx.guards.numbers import step as whole
from traindx.schema import Fact, Head, Match, Run, reader

ITERATION = re.compile(r"\biteration\s{1,12}(\d{1,12})/\s{0,12}(\d{1,12}) \|")
EVALUATION = re.compile(
    r"\b(validation|test) loss at (?:the end of training|iteration (\d{1,12}))"
    r"(?: (?:on|for) (?:the )?(validation|val|test)(?: set| data)?)? \|"
)
FIELD = re.compile(r"^\s*([A-Za-z][\w ./()-]{0,80}?):?\s{1,12}([-+]?[\d.][\d.eE+-]{0,30}|[-+]?(?i:nan|inf))\s*$")
MAIN = "lm loss"
SKIPPED, NAN = "number of skipped iterations", "number of nan iterations"
# What stands behind the losses of a line: where one of these has come, no loss will.
BEHIND = frozenset(("loss scale", "grad norm", SKIPPED, NAN))
MEANS = frozenset(("time/step",))


def accepts(head: Head) -> Match:
    """Lines with an iteration of so many, and fields between bars."""
    lacks = "no line says 'iteration 1/ 9 | ... | lm loss: 2 | ...'"
    return judged(
        megatron(head), head, cues=(b"iteration ",), lacks=lacks, found="lines as Megatron prints them", score=0.94
    )


@reader(accepts=accepts, appended=True)
def megatron(head: Head) -> OwnLines:
    losses = _Losses()
    return OwnLines(head, Rows(per=_per), losses.take, form="megatron", framework="torch", shaped=losses.shaped)


class _Losses:
    """The losses that lines tell, and those that they leave out."""

    def __init__(self) -> None:
        self._names: list[str] = []  # of those that were printed so far
        self._left_out = array("d")  # iterations of lines that should have one
        self._before: float | None = None

    def take(self, log: OwnLines, line: str) -> bool:
        if found := ITERATION.search(line) if "iteration" in line else None:
            row = _fields(line[: found.start()] + line[found.end() :], torn=log.torn)
            if not BEHIND & row.keys() and not any(map(_is_loss, row)):
                return False
            step = float(found[1])
            log.head.told.setdefault("steps_total", int(found[2]))
            if (size := whole(row.pop("global batch size", None))) is not None:
                log.head.told.setdefault("batch_size", size)
            log.add({"step": step, **row, **self._missing(step, row)}, rank=rank(line[: found.start()]))
            self._before = step
            return True
        found = EVALUATION.search(line) if " loss at " in line else None
        if found is None:
            return False
        row = {
            word.removesuffix(" value"): value for word, value in _fields(line[found.end() :], torn=log.torn).items()
        }
        row = {"ppl" if word == f"{MAIN} PPL" else word: value for word, value in row.items()}
        if found[2]:
            row["step"] = float(found[2])
        log.add(row, split="test" if "test" in (found[1], found[3]) else "val", rank=rank(line[: found.start()]))
        return True

    def _missing(self, step: float, row: dict[str, float]) -> dict[str, float]:
        """The losses that a line leaves out because they are NaN."""
        there = [name for name in row if _is_loss(name)]
        main = self._names[:1] or there[:1] or [MAIN]
        missing = [name for name in (main if there else self._names or main) if name not in row]
        self._names += [name for name in there if name not in self._names]
        if not missing or not BEHIND & row.keys():
            return {}
        skipped = row.get(SKIPPED, 0.0)
        lines = step - self._before if self._before is not None and step > self._before else skipped
        if skipped and skipped >= lines and not row.get(NAN):
            return {}
        self._left_out.append(step)
        return dict.fromkeys(missing, float("nan"))

    def shaped(self, _: OwnLines, run: Run) -> Run:
        import numpy as np

        loss = run.series.get("train/loss")
        if loss is None or not self._left_out:
            return run
        left_out = np.array(self._left_out).astype("<i8")
        steps = loss.steps[np.isnan(loss.values) & np.isin(loss.steps, left_out)]
        facts = [
            Fact("losses left out that were NaN", len(steps), step=int(at), where="train/loss") for at in steps[:1]
        ]
        return msgspec.structs.replace(run, facts=[*run.facts, *facts])


def _fields(text: str, *, torn: bool) -> dict[str, float]:
    """What stands between the bars; times in seconds."""
    parts = text.split("|")
    row: dict[str, float] = {}
    for part in parts[:-1] if torn else parts:  # a torn number may be another number
        found = FIELD.match(part)
        value = number(found[2]) if found else None
        if found and value is not None and len(found[1]) <= 80:
            name = found[1].strip()
            timed = (series_name(name) or "").startswith("time/")
            row.setdefault(name, value * scale(name) if timed else value)
    return row


def _is_loss(name: str) -> bool:
    return "loss" in name and name not in BEHIND


def _per(word: str) -> str:
    return "window" if _is_loss(word) or series_name(word) in MEANS else "step"
