"""What torchtune's loggers to disk and to the terminal write.

Where it comes from: `DiskLogger`, the file `log_<time>.txt`, and `StdoutLogger` of torchtune: `Step 10 | loss:1.23
lr:2e-05 tokens_per_second_per_gpu:57.8 `, between redraws of a progress bar in a job log. The layout follows
`torchtune/training/metric_logging.py` at 0019629; the files that test this reader are written to that layout, not by a
run.

What is in it: whatever a recipe hands to the logger, at the optimizer step that it names: `loss`, the mean over the
tokens of the step, `lr`, `grad_norm` (before clipping), `val_loss`, memory, tokens a second, rewards.

What is lost: nothing that is logged; the bars beside it, which count the same.
"""

from __future__ import annotations

import re

from traindx.decoding.own_lines import OwnLines, OwnRow, judged
from traindx.decoding.pairs import rank
from traindx.decoding.rows import Rows
from traindx.guards.numbers import number
from traindx.schema import Head, Match, reader

ROW = re.compile(r"(?<![\w/])Step (\d{1,12}) \| (?=[A-Za-z_][\w./-]{0,80}:[-+\w.])")
VALUE = re.compile(r"([A-Za-z_][\w./-]{0,80}):(?:tensor\()?([-+]?[\w.+-]{1,60})(?:[,)][^|]{0,60}?\))?(?=[\s,)]|$)")
BAR = re.compile(r"^\d{1,9}\|\d{1,9}\|Loss: [-+\w.]{1,40}:\s")


def accepts(head: Head) -> Match:
    """Lines with a step, a bar and `name:value` without a blank."""
    found = "lines as torchtune's loggers write them"
    return judged(torchtune(head), head, cues=(b"Step ",), lacks="no line says 'Step 1 | loss:2 lr:3'", found=found)


@reader(accepts=accepts, appended=True)
def torchtune(head: Head) -> OwnLines:
    return OwnLines(head, Rows(per="step"), _take, form="torchtune", framework="torch", row=_row)


def _take(log: OwnLines, line: str) -> bool:
    row = _row(line)
    if row is not None:
        return log.add_row(row)
    return bool(log.own and "Step " not in line and BAR.match(line))


def _row(line: str) -> OwnRow | None:
    found = ROW.search(line) if "Step " in line else None
    if found is None:
        return None
    told = {word: number(text) for word, text in VALUE.findall(line, found.end())}
    row = {word: value for word, value in told.items() if value is not None}
    return OwnRow({"step": float(found[1]), **row}, rank=rank(line[: found.start()])) if row else None
