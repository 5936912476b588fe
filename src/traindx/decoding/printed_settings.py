"""Hyper-parameters out of the head of a log, where scripts print what they were started with.

    Namespace(lr=0.05, batch_size=64)          Config {'optimizer': 'AdamW', 'lr': 3e-4}
    python train.py --lr 0.1 --epochs=90       learning_rate: 0.001        batch size = 64        lr ........ 0.1

Only words that `schema.settings` knows are taken. A setting that is a quantity must have a number as its value, one
that is a name must not, so that "loss: 0.5" is no name of a loss function. The first mention counts.
"""

from __future__ import annotations

import re
from typing import Any

from traindx.decoding import literal
from traindx.decoding.nested_settings import flattened
from traindx.guards.numbers import integer, number
from traindx.guards.secrets import redact
from traindx.schema.settings import setting_name

NAMES = frozenset(("optimizer", "schedule", "precision", "loss", "model", "dataset"))  # the settings that are words
LINES = 3_000  # a longer head is a dump of a model or a list of packages
LONGEST = 20_000  # characters of a line; a Namespace of a thousand arguments is shorter
FLAG = re.compile(r"(?<!\S)--([A-Za-z][\w.-]{0,60})(?:=|\s{1,4})(?!-)(\"[^\"]{0,200}\"|'[^']{0,200}'|[^\s\"']{1,200})")
ASSIGNED = re.compile(
    r"(?<![\w.-])([A-Za-z_][\w.]{0,60})\s?=\s?('[^']{0,200}'|\"[^\"]{0,200}\"|[^\s,;|()'\"]{1,80})(?=[\s,;|)]|$)"
)
# A whole line, or what follows a log's prefix: `lr: 0.1`, `| batch size | 64 |`, `epochs ........ 90`.
LONE = re.compile(
    r"(?:^|[|>\]] |- |: )\W{0,8}([A-Za-z][\w -]{0,39}?)[\"']?\s{0,40}(?::|=|\||\.{3,80}|\s->)\s{0,40}"
    r"[\"']?([^\s\"',|][^\"',|]{0,60}?)[\"']?[,|]?\s*$"
)
COUNT = re.compile(
    r"(?i)(?:number of |total |trainable |# ?|model )?param(?:eter)?s?\s?[:=]\s?([\d,.]{1,20})\s?([KMB])?\b"
)
FACTORS = {"K": 1e3, "M": 1e6, "B": 1e9}


class PrintedSettings:
    """What the lines so far say of the settings."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}
        self._lines = 0

    def take(self, line: str) -> bool:
        """Whether a line of the head says something."""
        self._lines += 1
        found = {} if self._lines > LINES else printed_settings(line)
        self.told = {**found, **self.told}
        return bool(found)


def printed_settings(line: str) -> dict[str, Any]:
    """What one line says of the settings."""
    if len(line) > LONGEST or not ("=" in line or ":" in line or "--" in line or ".." in line or "|" in line):
        return {}
    found: list[tuple[str, Any]] = []
    if "{" in line and (row := literal.row(line)):
        found += list(flattened(row).items())
    found += [(name, text) for name, text in FLAG.findall(line)]
    found += [(name, text) for name, text in ASSIGNED.findall(line)]
    if lone := LONE.search(line):
        found.append((lone[1], lone[2]))
    if count := COUNT.search(line):
        size = number(count[1].replace(",", ""))
        if size is not None and size >= 1:
            found.append(("parameters", size * FACTORS.get((count[2] or "").upper(), 1)))
    settings: dict[str, Any] = {}
    for word, raw in found:
        name = setting_name(word)
        value = None if name is None else _value(name, raw)
        if name is not None and value is not None:
            settings.setdefault(name, value)
    return settings


def _value(name: str, raw: Any) -> Any:
    """The value as this setting has it, or None where it cannot be one."""
    if isinstance(raw, str):
        raw = raw.strip().strip("'\"")
        whole = integer(raw.replace(",", ""))
        value = number(raw) if whole is None else whole
        raw = raw if value is None else value
    if isinstance(raw, bool) or raw is None:
        return None
    if name in NAMES:
        plain = isinstance(raw, str) and re.search(r"[A-Za-z]{2}", raw) and raw.lower() not in ("none", "true", "false")
        return redact(raw)[:200] if plain else None
    return raw if isinstance(raw, (int, float)) and raw == raw else None
