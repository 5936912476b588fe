"""Puts the parts of one run together: several files, ranks, splits, and the settings that lie beside them."""

from __future__ import annotations

import hashlib
import os
import re
from typing import Any

import msgspec

from traindx.schema import Run, Series

# What a file's or folder's name says about the part of the run that it holds.
SPLITS = {"train": "train", "training": "train", "val": "val", "valid": "val", "validation": "val", "eval": "val",
          "dev": "val", "test": "test"}  # fmt: skip
RANK = re.compile(r"(?:^|[._-])(?:rank|worker|gpu|proc(?:ess)?|node)[._-]?(\d{1,5})(?=$|[._-])", re.I)
WORD = re.compile(r"[A-Za-z]+")
# How far above a log its settings may lie: outputs/config.yaml beside outputs/logs/version_0/metrics.csv.
REACH = 2


def joined(parts: list[Run]) -> list[Run]:
    """One run per run: parts with the same key are merged, settings without a curve go to the runs beside them."""
    curves = [part for part in parts if part.series]
    groups: dict[str, list[Run]] = {}
    for part in _told_apart(curves):
        groups.setdefault(part.id, []).append(part)
    runs = [_merged(group) for group in groups.values()]
    for settings in (part for part in parts if not part.series):
        runs = [_with(run, settings) if _near(settings.id, run) else run for run in runs]
    names: dict[str, int] = {}
    return [_named(run, names) for run in runs]


def _told_apart(parts: list[Run]) -> list[Run]:
    """Files that differ only in the split or the rank that their names tell are parts of one run."""
    stripped: dict[str, list[tuple[Run, str | None, int | None]]] = {}
    for part in parts:
        key, split, rank = _stripped(part)
        stripped.setdefault(key, []).append((part, split, rank))
    result: list[Run] = []
    for key, group in stripped.items():
        told = [(split, rank) for _, split, rank in group]
        alike = len(group) > 1 and len(set(told)) == len(group) and (None, None) not in told
        lowest = min((rank for _, rank in told if rank is not None), default=None)
        for part, split, rank in group:
            if alike:
                series = _renamed(part.series, split, None if rank == lowest else rank)
                part = msgspec.structs.replace(part, id=key, series=series)
            result.append(part)
    return result


def _stripped(part: Run) -> tuple[str, str | None, int | None]:
    """The run's path without what its last two components tell of a split or a rank, and what they told."""
    path, hash_, number = part.id.rpartition("#")
    if not hash_ or os.path.abspath(path) != os.path.abspath(part.source):
        return part.id, None, None  # the reader knew which run this is
    folder, name = os.path.split(path)
    found = RANK.search(os.path.splitext(name)[0])
    rank = int(found.group(1)) if found else None
    name = RANK.sub("", name) if found else name
    split = next((SPLITS[word.lower()] for word in WORD.findall(name) if word.lower() in SPLITS), None)
    if split is not None:
        name = WORD.sub(lambda word: "" if word.group().lower() in SPLITS else word.group(), name)
    return f"{os.path.join(folder, name)}#{number}", split, rank


def _renamed(series: dict[str, Series], split: str | None, rank: int | None) -> dict[str, Series]:
    result = {}
    for one in series.values():
        name = one.name
        if split in ("val", "test") and name.startswith("train/"):
            name = f"{split}/{name.removeprefix('train/')}"
        per = "evaluation" if name.startswith(("val/", "test/")) else one.per
        new = msgspec.structs.replace(one, name=name, per=per, rank=rank if one.rank is None else one.rank)
        result[new.key] = new
    return result


def _merged(group: list[Run]) -> Run:
    """The parts in the order they were read; where two speak of the same steps the later has the word."""
    first = group[0]
    series: dict[str, Series] = {}
    settings: dict[str, Any] = {}
    for part in group:
        settings.update(part.settings)
        for key, one in part.series.items():
            series[key] = _continued(series[key], one) if key in series else one
    known = next((part for part in reversed(group) if part.outcome.state != "unknown"), first)
    return msgspec.structs.replace(
        first,
        series=series,
        settings=settings,
        facts=[fact for part in group for fact in part.facts],
        outcome=known.outcome,
        source=first.source if len(group) == 1 else os.path.commonpath([os.path.abspath(one.source) for one in group]),
        steps_per_epoch=next((one.steps_per_epoch for one in group if one.steps_per_epoch), None),
        framework=next((one.framework for one in group if one.framework), None),
    )


def _continued(before: Series, after: Series) -> Series:
    """A series that was taken up again: what stood behind the first step of the later part is superseded."""
    import numpy as np

    if not len(after) or not len(before):
        return before if len(before) else after
    kept = before.steps < after.steps[0]
    wall = None
    if before.wall is not None and after.wall is not None:
        wall = np.concatenate([before.wall[kept], after.wall])
    steps = np.concatenate([before.steps[kept], after.steps])
    values = np.concatenate([before.values[kept], after.values])
    return Series.of(after.name, steps, values, wall=wall, per=after.per, window=after.window, rank=after.rank)


def _near(folder: str, run: Run) -> bool:
    """Whether settings that lie in a folder belong to a run: the same key, the same folder, or one just above."""
    if folder == run.id:
        return True
    here = os.path.abspath(run.source if os.path.isdir(run.source) else os.path.dirname(run.source) or ".")
    for _ in range(REACH + 1):
        if here == os.path.abspath(folder):
            return True
        here = os.path.dirname(here)
    return False


def _with(run: Run, settings: Run) -> Run:
    """The settings of a file beside the log; what the log itself says has the last word."""
    facts = [*run.facts, *settings.facts]
    return msgspec.structs.replace(run, settings={**settings.settings, **run.settings}, facts=facts)


def _named(run: Run, names: dict[str, int]) -> Run:
    """A readable id: the name of the run's file or folder, and six digits of where it lies."""
    path = run.source
    base = os.path.basename(os.path.abspath(path)) if path not in ("-", "") else "stdin"
    if not os.path.isdir(path) and base in ("metrics.csv", "trainer_state.json", "log.txt", "training.log"):
        base = os.path.basename(os.path.dirname(os.path.abspath(path))) or base
    mark = hashlib.sha256(f"{os.path.abspath(path)}\n{run.id}".encode("utf-8", "surrogateescape")).hexdigest()[:6]
    name = f"{base}-{mark}"
    names[name] = names.get(name, 0) + 1
    if names[name] > 1:
        name = f"{name}-{names[name]}"
    return msgspec.structs.replace(run, id=name)
