"""What torchtitan prints.

Where it comes from: the log of torchtitan, in colours or without, one line every `log_freq` steps: `[titan] 2026-01-02
03:04:05,678 - root - INFO - step: 10  loss:  7.1234  grad_norm:  1.2345  memory: 12.34GiB(56.78%)  tps: 1,234  tflops:
12.34  mfu: 12.30%`, with `[rank0]:` in front where torchrun puts it. The layout follows
`torchtitan/components/metrics.py` at 00fbaaf, with the five decimals of the loss that later versions print; the files
that test this reader are written to that layout, not by a run.

What is in it: `loss` is the mean over all ranks of that one step, `grad_norm` the norm before clipping. `validate step`
lines are passes over the validation data. Every rank prints the same numbers; each has its own series where the line
names it.

What is lost: the steps between two lines, the learning rate and the largest loss among the ranks, which go to
TensorBoard or wandb only.
"""

from __future__ import annotations

import re

from traindx.decoding.own_lines import OwnLines, OwnRow, judged
from traindx.decoding.pairs import rank
from traindx.decoding.rows import Rows
from traindx.guards.numbers import number
from traindx.schema import Head, Match, reader

ROW = re.compile(r"(?:^|\s)(validate )?step:\s{1,8}(\d{1,12})\s{2,8}(?=[a-z_]{1,20}:\s)")
VALUE = re.compile(
    r"([a-z]\w{0,40}):\s{1,8}([-+]?(?:\d[\d,]{0,20}(?:\.\d{0,20})?(?:e[-+]?\d{1,4})?|nan|inf))(GiB)?(?=[\s(%]|$)"
)
WORDS = {"loss": "loss", "grad_norm": "grad norm"}


def accepts(head: Head) -> Match:
    """Lines with `step:`, a loss and the memory behind it."""
    found = "lines as torchtitan prints them"
    return judged(
        torchtitan(head),
        head,
        cues=(b" memory:",),
        lacks="no line says 'step: 1  loss: 2  ... memory: 3GiB(4%)'",
        found=found,
    )


@reader(accepts=accepts, appended=True)
def torchtitan(head: Head) -> OwnLines:
    return OwnLines(head, Rows(per="step"), _take, form="torchtitan", framework="torch", row=_row)


def _take(log: OwnLines, line: str) -> bool:
    row = _row(line)
    return row is not None and log.add_row(row)


def _row(line: str) -> OwnRow | None:
    found = ROW.search(line) if "step:" in line else None
    if found is None or " memory:" not in line or "GiB(" not in line:
        return None
    row: dict[str, float] = {}
    for word, text, unit in VALUE.findall(line, found.end()):
        value = number(text.replace(",", ""))
        if value is not None:
            row.setdefault(f"{word} ({unit})" if unit else WORDS.get(word, word), value)
    if found[1] and "loss" in row:
        row = {"val loss": row["loss"]}
    return OwnRow({"step": float(found[2]), **row}, rank=rank(line[: found.start()]))
