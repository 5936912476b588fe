"""Which data a line of a log speaks of, when it says so beside its values and not in their names.

    Epoch(val) [9][2]  accuracy_top-1: 20.0          val
    Test set: Average loss: 0.05                     test
    [train] [INFO] validation(4992) loss=382.9       val
    Epoch 3 | train loss 2.1 | val loss 2.2          nothing: the names say it

The cue stands at the start of the line or of a clause, or in brackets, and a sign follows it. Held-out data win over
training where a line holds both cues, for a logger of a training is often called "train".
"""

from __future__ import annotations

import re

LOOKED_AT = 200  # characters: a cue stands in front

CUE = re.compile(
    r"(?i)(?:^[\s*#=>|-]*+|[\[(|:>]\s{0,4}+|\x20-\x20|\]\x20|\bon\x20(?:the\x20)?['\"]?)"
    r"(train|val|eval|dev|test)(?:ing|id|idation|uation|uating)?(?![A-Za-z0-9_/.-])['\"]?"
    r"(?:\x20(?:set|subset|split|results?|stats|metrics|summary|net|phase|epoch))?"
    r"(?=\s{0,4}[|()\[\]>:]|\x20-\x20|\x20subset)(?!\s{0,4}[:|(]\s{0,4}[-+]?[0-9.]{1,20}(?:[,;|)]|\s|$))"
)
SIZED = re.compile(r"(?i)\b(val|eval|test)(?:id|idation|uation|ing)?\x20?\(\d+\)")
SPLITS = {"train": "train", "val": "val", "eval": "val", "dev": "val", "test": "test"}


def phase(line: str) -> str | None:
    """ "train", "val" or "test" when a line names its data apart from its values, else None."""
    head = line[:LOOKED_AT]
    said = {SPLITS[found[1].lower()] for cue in (CUE, SIZED) for found in cue.finditer(head)}
    return next((split for split in ("val", "test", "train") if split in said), None)


def cued(line: str, start: int) -> bool:
    """Whether a cue stands behind a place, also where it is not looked at."""
    return CUE.search(line, start) is not None or SIZED.search(line, start) is not None
