"""What llm.c prints, and the main.log that it writes.

Where it comes from: `train_gpt2cu` and `train_gpt2.py` of llm.c. `main.log` in the output folder has lines such as
`s:250 tel:3.4012`, `s:250 eval:0.2960` and `s:10 trl:7.1034 lr:0.000009 norm:3.82`. They print `step   11/1000 | loss
7.103412 (+0.11z)| norm 3.8201 (-0.40z)| lr 9.00e-06 | 123.45 ms | ...`, `val loss 3.401200`, `HellaSwag: ...`. The
layouts follow `llmc/logger.h` at 046d001 and `train_gpt2.cu` at 00247dc; the files that test this reader are written
to them, not by a run.

What is in it: the loss is the mean over the micro-batches of one step, the norm is that before clipping. `tel` and
`val loss` are passes over the validation data, `eval` is the accuracy on HellaSwag. The file counts steps from 0, the
printed lines from 1; a printed evaluation stands at the step that was printed before it.

What is lost: the z-scores. The file gives the learning rate six decimals: one that is smaller reads as zero, and a
fact counts those zeros.
"""

from __future__ import annotations

import re

import msgspec

from traindx.decoding.own_lines import OwnLines, OwnRow, judged, zeros
from traindx.decoding.rows import Rows
from traindx.guards.numbers import number
from traindx.schema import Head, Match, Run, reader

# The file: a step and then `name:value`.
WRITTEN = re.compile(r"^s:(\d{1,12})((?: [a-z]{2,8}:[-+\w.]{1,40}){1,4})\s*$")
PRINTED = re.compile(r"^step\s{1,8}(\d{1,12})/(\d{1,12}) \|(?: train)? loss\s{1,8}([-+\w.]{1,40})(?=[\s|])")
FIELD = re.compile(r"\|\s{0,4}(norm|lr)\s{1,8}([-+\w.]{1,40})(?=[\s|])|\|\s{0,4}([\d.]{1,40}) (ms)(?=[\s|])")
EVALUATED = re.compile(r"^(?:val loss\s{1,8}|HellaSwag: \d{1,9}/\d{1,9} = )([-+\w.]{1,40})\s*$")
WORDS = {"trl": "loss", "tel": "val loss", "eval": "val hellaswag accuracy", "lr": "lr", "norm": "grad norm"}


def accepts(head: Head) -> Match:
    """Lines of main.log, or lines of steps as llm.c prints them."""
    lacks = "no line says 's:1 trl:2 lr:3 norm:4', 's:1 tel:2' or 'step 1/9 | loss 2 (+0.1z)| norm 3'"
    return judged(
        llm_c(head),
        head,
        cues=(b"trl:", b"tel:", b"| loss ", b"| train loss "),
        lacks=lacks,
        found="lines as llm.c writes them",
    )


@reader(accepts=accepts, appended=True)
def llm_c(head: Head) -> OwnLines:
    printed = _Printed()
    return OwnLines(head, Rows(per="step"), printed.take, form="llm-c", row=_row, shaped=printed.shaped)


class _Printed:
    """Whether lines of steps were printed; those of the file are written."""

    def __init__(self) -> None:
        self.seen = False

    def take(self, log: OwnLines, line: str) -> bool:
        if row := _row(line):
            if total := PRINTED.match(line):
                self.seen = True
                log.head.told.setdefault("steps_total", int(total[2]))
            return log.add_row(row)
        found = EVALUATED.match(line) if self.seen or line.startswith("val loss") else None
        if found is None or (value := number(found[1])) is None:
            return False
        log.rows.add({"val loss" if line.startswith("val") else "val hellaswag accuracy": value})
        return self.seen  # alone it may be anybody's

    def shaped(self, _: OwnLines, run: Run) -> Run:
        rate = None if self.seen else run.series.get("lr")
        return msgspec.structs.replace(run, facts=[*run.facts, *zeros(rate, "zeros that may stand for small rates")])


def _row(line: str) -> OwnRow | None:
    """The row of a step."""
    if found := WRITTEN.match(line) if line.startswith("s:") else None:
        told = dict(pair.split(":") for pair in found[2].split())
        row = {WORDS.get(word, word): number(text) for word, text in told.items()}
    elif found := PRINTED.match(line) if line.startswith("step") else None:
        row = {"loss": number(found[3])}
        for name, text, milliseconds, _ in FIELD.findall(line, found.end()):
            row[WORDS[name] if name else "step time"] = number(text or milliseconds)
    else:
        return None
    there = {word: value for word, value in row.items() if value is not None}
    return OwnRow({"step": float(found[1]), **there}, {"step time": 1e-3} if line.startswith("step") else None)
