"""Puts the parts of one run together: several files, ranks, splits, and the settings that lie beside them."""

from __future__ import annotations

import hashlib
import itertools
import math
import os
import re
from typing import Any

import msgspec

from traindx.decoding.single_metric import LOGGED_AS
from traindx.schema import Fact, Run, Series

# What a file's or folder's name says about the part of the run that it holds.
SPLITS = {"train": "train", "training": "train", "val": "val", "valid": "val", "validation": "val", "eval": "val",
          "dev": "val", "test": "test"}  # fmt: skip
RANK = re.compile(r"(?:^|[._-])(?:rank|worker|gpu|proc(?:ess)?|node)[._-]?(\d{1,5})(?=$|[._-])", re.I)
WORD = re.compile(r"[A-Za-z]+")
# How far above a log its settings may lie: outputs/config.yaml beside outputs/logs/version_0/metrics.csv.
REACH = 2
# Names that every run's log has: the folder tells them apart.
SAYS_NOTHING = frozenset(("metrics.csv", "trainer_state.json", "log.txt", "training.log"))
# How far below one folder two logs of one run may lie: logs/tensorboard/version_0 and logs/csv/version_0.
APART = 3
AXES = ("row", "epoch", "step")  # what an axis counts, the most telling last
DIGITS = 50  # values of a series that are looked at for how precisely it was written
MANY = 200  # runs that are compared each with each; of more, only those whose losses begin alike
TWIN = "also logged as"  # the fact that says the format and the place of another log of the same run
FEW = 3  # values that differ from each other, before equal ones say that two logs are of one training


def joined(parts: list[Run]) -> list[Run]:
    """One run per run: parts with the same key are merged, a run that two loggers kept is one, settings without a
    curve go to the runs beside them."""
    parts = [msgspec.structs.replace(part, id=_plain(part.id)) for part in parts]
    groups: dict[str, list[Run]] = {}
    for part in _told_apart([part for part in parts if part.series]):
        groups.setdefault(part.id, []).append(part)
    logged = _once([_merged(_one_name_each(group)) for group in groups.values()])
    runs = _with_settings([_twins(group) for group in logged], [part for part in parts if not part.series])
    names: dict[str, int] = {}
    return [_named(_told_by(run, group), names) for run, group in zip(runs, logged, strict=True)]


def _plain(key: str) -> str:
    """A key that is a path, in the one way that it can be written."""
    path, hash_, number = key.rpartition("#")
    if not (hash_ and number.isdigit()):
        path, number = key, ""
    return (os.path.normpath(path) if path else path) + (f"#{number}" if number else "")


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
    above, folder = os.path.split(os.path.dirname(path))
    name, split, rank = _named_part(os.path.basename(path))
    if split is None and rank is None:  # train/log.csv beside val/log.csv, rank_0/log.csv beside rank_1/log.csv
        rest, split, rank = _named_part(folder)
        folder = folder if rest.strip("-_. ") else ""
    return f"{os.path.join(above, folder, name)}#{number}", split, rank


def _named_part(name: str) -> tuple[str, str | None, int | None]:
    """A name without its words for a split and a rank, and what they said."""
    stem, suffix = os.path.splitext(name)
    found = RANK.search(stem)
    rank = int(found.group(1)) if found else None
    stem = RANK.sub("", stem) if found else stem
    split = next((SPLITS[word.lower()] for word in WORD.findall(stem) if word.lower() in SPLITS), None)
    if split is not None:
        stem = WORD.sub(lambda word: "" if word.group().lower() in SPLITS else word.group(), stem)
    return stem + suffix, split, rank


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


def _one_name_each(group: list[Run]) -> list[Run]:
    """Where each metric has a file of its own, and several of them mean the same, the one with most points has our
    name, then the shortest; the others keep their own."""
    told = [{str(fact.where): str(fact.value) for fact in part.facts if fact.name == LOGGED_AS} for part in group]
    if not any(told):
        return group
    owners: dict[tuple[str, str], tuple[int, int, str]] = {}
    for part, words in zip(group, told, strict=True):
        for key in part.series.keys() & words.keys():
            claim = (-len(part.series[key]), len(words[key]), words[key])
            owners[part.format, key] = min(claim, owners.get((part.format, key), claim))
    result = []
    for part, words in zip(group, told, strict=True):
        lost = {key: word for key, word in words.items() if owners.get((part.format, key), (0, 0, word))[2] != word}
        named = [msgspec.structs.replace(one, name=lost.get(key, one.name)) for key, one in part.series.items()]
        facts = [fact for fact in part.facts if fact.name != LOGGED_AS]
        result.append(msgspec.structs.replace(part, series={one.key: one for one in named}, facts=facts))
    return result


def _merged(group: list[Run]) -> Run:
    """The parts in the order they were read. Of one writer the later has the word on the steps that both speak of;
    of several writers the one who kept most."""
    if len(group) == 1:
        return group[0]
    formats: dict[str, dict[str, Series]] = {}
    for part in _on_one_axis(group):
        series = formats.setdefault(part.format, {})
        for resumed in (fact.step for fact in part.facts if fact.name == "resumed" and fact.step is not None):
            # What came later in an older file than the step at which this one starts anew is superseded, in every
            # series; what this file wrote itself its reader has already put right.
            series.update({key: one.until(resumed - 1) for key, one in series.items()})
        for key, one in part.series.items():
            series[key] = _continued(series[key], one) if key in series else one
    units = {part.format: part.unit for part in sorted(group, key=lambda part: AXES.index(part.unit))}
    best = max(formats, key=lambda form: _worth(units[form], formats[form]))
    first = next(part for part in group if part.format == best and part.unit == units[best])
    alike = {part.format for part in group if part.unit == first.unit}
    series = dict(formats[best])
    for form in formats.keys() & alike:
        for key, one in formats[form].items():
            if key not in series or len(one) > len(series[key]):
                series[key] = one
    settings: dict[str, Any] = {}
    for part in group:
        settings.update(part.settings)
    facts = [fact for number, part in enumerate(group) for fact in part.facts
             if not any(fact in other.facts for other in group[number + 1 :])]  # fmt: skip
    return msgspec.structs.replace(
        first,
        series=series,
        settings=settings,
        facts=facts,
        outcome=next((part.outcome for part in reversed(group) if part.outcome.state != "unknown"), first.outcome),
        source=_common([one.source for one in group]),
        steps_per_epoch=next((one.steps_per_epoch for one in (first, *group) if one.steps_per_epoch), None),
        framework=next((one.framework for one in (first, *group) if one.framework), None),
    )


def _common(sources: list[str]) -> str:
    """The folder that holds all of them, or the one file."""
    if any("://" in source for source in sources):
        columns = zip(*(source.split("/") for source in sources), strict=False)
        return "/".join(parts[0] for parts in itertools.takewhile(lambda parts: len(set(parts)) == 1, columns))
    if not any(map(os.path.isabs, sources)):
        return os.path.commonpath([os.path.normpath(source) for source in sources]) or "."
    return os.path.commonpath([os.path.abspath(source) for source in sources])


def _on_one_axis(group: list[Run]) -> list[Run]:
    """Parts of one writer that count epochs go to the steps of the others, where the length of an epoch is known."""
    stepping = {part.format for part in group if part.unit == "step"}
    length = next((part.steps_per_epoch for part in group if part.steps_per_epoch), None)
    return [
        _ends_of_epochs(part, length) if length and part.unit == "epoch" and part.format in stepping else part
        for part in group
    ]


def _ends_of_epochs(part: Run, length: float) -> Run:
    """Epoch 0 ends at the last step before its length."""
    import numpy as np

    series = {}
    for key, one in part.series.items():
        steps = np.maximum(np.rint((one.steps + 1) * length) - 1, 0)
        moved = Series.of(one.name, steps, one.values, wall=one.wall, per=one.per, window=one.window, rank=one.rank)
        series[key] = moved
    return msgspec.structs.replace(part, series=series, unit="step")


def _worth(unit: str, series: dict[str, Series]) -> tuple[int, int, float]:
    """How well a writer kept a run: what its axis counts, how many points, with how many digits."""
    shown = [repr(value) for one in series.values() for value in one.values[:DIGITS].tolist() if value % 1]
    digits = sum(map(len, shown)) / len(shown) if shown else 0.0
    return AXES.index(unit), sum(map(len, series.values())), digits


def _once(runs: list[Run]) -> list[list[Run]]:
    """What two loggers wrote of one training, in two formats and places not far apart, together."""
    groups: list[list[Run]] = []
    begun: dict[tuple[str, int], list[list[Run]]] = {}  # groups by about where their losses begin
    for run in runs:
        places = _begins(run)
        near = groups if len(runs) <= MANY else [
            group for key, place in places for other in (-1, 0, 1) for group in begun.get((key, place + other), ())
        ]  # fmt: skip
        group = next((group for group in near if _is_twin(group, run)), None)
        if group is None:
            groups.append(group := [run])
        else:
            group.append(run)
        for where in places:
            begun.setdefault(where, []).append(group)
    return groups


def _begins(run: Run) -> list[tuple[str, int]]:
    """About where each loss begins, in steps of a hundredth."""
    first = {key: abs(float(one.values[0])) for key, one in run.series.items() if "loss" in key.split("/")}
    return [(key, int(100 * math.log(value))) for key, value in first.items() if 0 < value < math.inf]


def _twins(group: list[Run]) -> Run:
    if len(group) == 1:
        return group[0]
    both = _merged(group)
    also = [Fact(TWIN, run.format, where=run.source) for run in group if run.format != both.format]
    return msgspec.structs.replace(both, facts=[*both.facts, *also])


def _told_by(run: Run, group: list[Run]) -> Run:
    """The run under the place of the writer that has the word: the folder that holds both may hold other runs too."""
    if len(group) == 1:
        return run
    return msgspec.structs.replace(run, source=next(one.source for one in group if one.format == run.format))


def _is_twin(group: list[Run], run: Run) -> bool:
    if any(one.format == run.format for one in group) or not all(_close(one.source, run.source) for one in group):
        return False
    return any(_same(series, run.series[key]) for one in group for key, series in one.series.items()
               if key in run.series and "loss" in key.split("/"))  # fmt: skip


def _close(one: str, other: str) -> bool:
    """Whether two files lie below one folder that is at most three levels above each."""
    if one.startswith("<") or other.startswith("<") or "-" in (one, other):
        return False
    folders = [os.path.abspath(path if os.path.isdir(path) else os.path.dirname(path)) for path in (one, other)]
    top = os.path.commonpath(folders)
    return all(os.path.relpath(folder, top).count(os.sep) + (folder != top) <= APART for folder in folders)


def _same(one: Series, other: Series) -> bool:
    """Whether two series tell the same values: at the same steps, or in the same order where they count otherwise.
    A thousandth apart is what a printed number loses."""
    import numpy as np

    _, first, second = np.intersect1d(one.steps, other.steps, return_indices=True)
    if len(first) >= max(FEW, 0.5 * min(len(one), len(other))):
        a, b = one.values[first], other.values[second]
    elif len(one) == len(other):
        a, b = one.values, other.values
    else:
        return False
    finite = a[np.isfinite(a)]
    return len(np.unique(finite)) >= FEW and bool(np.mean(np.isclose(a, b, rtol=1e-3, equal_nan=True)) > 0.9)


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


def _with_settings(runs: list[Run], settings: list[Run]) -> list[Run]:
    """Settings that lie in a folder go to the runs with this key, in this folder, or a little below it."""
    if not settings:
        return runs
    near: dict[str, list[int]] = {}
    for number, run in enumerate(runs):
        for folder in _homes(run):
            near.setdefault(folder, []).append(number)
    # The settings that lie nearest have the first word.
    for one in sorted(settings, key=lambda part: -part.source.count("/")):
        for number in near.get(os.path.abspath(one.id), ()):
            runs[number] = _with(runs[number], one)
    return runs


def _homes(run: Run) -> set[str]:
    """The folders whose settings are the run's."""
    here = os.path.abspath(run.source if os.path.isdir(run.source) else os.path.dirname(run.source) or ".")
    homes = {os.path.abspath(run.id)}
    for _ in range(REACH + 1):
        homes.add(here)
        here = os.path.dirname(here)
    return homes


def _with(run: Run, settings: Run) -> Run:
    """The settings of a file beside the log; what the log itself says has the last word."""
    facts = [*run.facts, *settings.facts]
    outcome = settings.outcome if run.outcome.state == "unknown" else run.outcome
    return msgspec.structs.replace(run, settings={**settings.settings, **run.settings}, facts=facts, outcome=outcome)


def _named(run: Run, names: dict[str, int]) -> Run:
    """A readable id: the name of the run's file or folder, and six digits of where it lies."""
    path = run.source
    base = os.path.basename(os.path.abspath(path)) if path not in ("-", "") else "stdin"
    if not os.path.isdir(path) and (base in SAYS_NOTHING or base.startswith("events.out.tfevents.")):
        base = os.path.basename(os.path.dirname(os.path.abspath(path))) or base
    mark = hashlib.sha256(f"{os.path.abspath(path)}\n{run.id}".encode("utf-8", "surrogateescape")).hexdigest()[:6]
    name = f"{base}-{mark}"
    names[name] = names.get(name, 0) + 1
    if names[name] > 1:
        name = f"{name}-{names[name]}"
    return msgspec.structs.replace(run, id=name)
