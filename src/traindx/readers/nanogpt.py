"""What nanoGPT prints.

Where it comes from: the `train.py` of nanoGPT and of the many scripts made from it, as `tee` or a job log kept it:
`iter 100: loss 3.1234, time 12.34ms, mfu 5.60%` and `step 250: train loss 2.1000, val loss 2.2000`. The layout follows
`train.py` at 005475c; the files that test this reader are written to that layout, not by a run.

What is in it: `loss` of an `iter` line is the loss of the last of the micro-batches of that step. A `step` line is an
evaluation of so many batches of both data: `val loss` is the validation loss, `train loss` beside it is
train/loss/estimated, or train/loss where no `iter` line tells any. `time` is that of the one step, in seconds.

What is lost: the learning rate and the gradient norm, which are not printed; digits beyond the four that are. A step is
printed every `log_interval`, and says nothing of those between.
"""

from __future__ import annotations

import re

import msgspec

from traindx.decoding.own_lines import OwnLines, OwnRow, judged
from traindx.decoding.pairs import rank
from traindx.decoding.rows import Rows
from traindx.guards.numbers import number
from traindx.schema import Head, Match, Run, reader

VALUE = r"([-+]?[\w.]{1,40})"
# A time may stand in front, as a logger or a wrapper puts it.
STEP = re.compile(rf"(?:^|[\s\]])iter (\d{{1,12}}): loss {VALUE}, time {VALUE}ms(?:, mfu {VALUE}%)?(?=\s|,|$)")
EVALUATION = re.compile(rf"(?:^|[\s\]])step (\d{{1,12}}): train loss {VALUE}, val loss {VALUE}(?=\s|,|$)")
ESTIMATED = "estimated train loss"


def accepts(head: Head) -> Match:
    """Lines as nanoGPT prints them, of a step or of an evaluation."""
    lacks = "no line says 'iter 1: loss 2, time 3ms' or 'step 1: train loss 2, val loss 3'"
    return judged(
        nanogpt(head), head, cues=(b": loss ", b"val loss "), lacks=lacks, found="lines as nanoGPT prints them"
    )


@reader(accepts=accepts, appended=True)
def nanogpt(head: Head) -> OwnLines:
    rows = Rows(per=lambda word: "evaluation" if word == ESTIMATED else "step")
    return OwnLines(head, rows, _take, form="nanogpt", framework="torch", row=_row, shaped=_shaped)


def _take(log: OwnLines, line: str) -> bool:
    row = _row(line)
    return row is not None and log.add_row(row)


def _row(line: str) -> OwnRow | None:
    if found := STEP.search(line) if "iter " in line else None:
        told = {"loss": number(found[2]), "mfu": number(found[4] or ""), "step time": number(found[3])}
    elif found := EVALUATION.search(line) if "val loss" in line else None:
        told = {ESTIMATED: number(found[2]), "val loss": number(found[3])}
    else:
        return None
    row = {word: value for word, value in told.items() if value is not None}
    return OwnRow({"step": float(found[1]), **row}, {"step time": 1e-3}, rank=rank(line[: found.start()]))


def _shaped(_: OwnLines, run: Run) -> Run:
    estimate = run.series.get("train/loss/estimated")
    if estimate is None or "train/loss" in run.series:
        return run
    series = {key: one for key, one in run.series.items() if one is not estimate}
    series["train/loss"] = msgspec.structs.replace(estimate, name="train/loss")
    return msgspec.structs.replace(run, series=series)
