"""The number in a cell of a table, in whatever dress writers put it."""

from __future__ import annotations

import re

from traindx.guards.numbers import number

MISSING = frozenset(("", "na", "n/a", "none", "null", "-", "--", "<na>", "nil"))
WRAPPED = re.compile(r"(?:tensor|array|np\.float\d\d)?[(\[]\s*([-+.\w]+)\s*(?:[])]|,\s*[a-z_]+=.*\))$")
DECIMAL_COMMA = re.compile(r"[-+]?\d*,\d+(?:[eE][-+]?\d+)?$", re.ASCII)
THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$", re.ASCII)
LONGEST_CELL = 80  # of a number in whatever dress


def cell(text: str, *, decimal_comma: bool) -> float | None:
    """The number in a cell, or None: `12.5%` is 12.5, `tensor(0.5)` and `[0.5]` are .5."""
    value = number(text)
    if value is not None or text.lower() in MISSING or len(text) > LONGEST_CELL:
        return value
    text = text.strip(" \t\"'")
    if text.endswith("%"):
        text = text[:-1].rstrip()
    if wrapped := WRAPPED.match(text):
        text = wrapped[1]
    if "," in text:
        if decimal_comma and DECIMAL_COMMA.match(text):
            text = text.replace(",", ".")
        elif THOUSANDS.match(text):
            text = text.replace(",", "")
    return number(text)
