"""What the bench measured, for programs: a row for each tensor and each layer, and the facts beside them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from traindx.schema import Run

# What is told row by row already, or is of no use outside of the look: where the rows of the batch lay.
OWN = ("recording", "modules", "tensors", "sample", "per-sample-loss")
ROWS = 256  # of a list in a fact
OF_TENSORS = {"gradient": "grad", "weights": "weight"}
OF_LAYERS = {"output": "act"}


class Tensor(msgspec.Struct, frozen=True):
    """A parameter: what is known of it, and the numbers of its gradient and of its values; null: not measured."""

    name: str
    about: dict[str, Any]
    gradient: dict[str, Any] | None
    weights: dict[str, Any] | None


class Layer(msgspec.Struct, frozen=True):
    """A layer in the order of the first call: what is known of it, and the numbers of its output."""

    name: str
    about: dict[str, Any]
    output: dict[str, Any] | None


class Statistics(msgspec.Struct, frozen=True):
    """The numbers of the last batch. `zeros`, `count`, `nonfinite` count entries; `dead`, `saturated` are shares."""

    batches: int
    tensors: list[Tensor]
    layers: list[Layer]
    facts: dict[str, Any]


def statistics(run: Run) -> dict[str, Any]:
    """Everything that the look measured, as plain data."""
    numbers = _numbers(run, [*OF_TENSORS.values(), *OF_LAYERS.values()])
    tensors = [
        Tensor(name, about, *(numbers[word].get(name) for word in OF_TENSORS.values()))
        for name, about in _rows(run, "tensors", numbers["grad"], numbers["weight"])
    ]
    layers = [Layer(name, about, numbers["act"].get(name)) for name, about in _rows(run, "modules", numbers["act"])]
    batches = len(run.series["train/loss"]) if "train/loss" in run.series else 0
    facts = {one.name: _short(one.value) for one in run.facts if one.name not in OWN}
    told: dict[str, Any] = msgspec.to_builtins(Statistics(batches, tensors, layers, facts))
    return told


def _short(value: Any) -> Any:
    """A fact whose lists are no longer than a program reads at once; images have thousands of columns."""
    if isinstance(value, dict):
        return {word: _short(one) for word, one in value.items()}
    return [_short(one) for one in value[:ROWS]] if isinstance(value, list) else value


def _numbers(run: Run, words: Iterable[str]) -> dict[str, dict[str, dict[str, Any]]]:
    """By quantity and name, the last value of each statistic."""
    found: dict[str, dict[str, dict[str, Any]]] = {word: {} for word in words}
    for series in run.series.values():
        word, _, rest = series.name.partition("/")
        statistic, _, name = rest.partition("/")
        if word in found and name and len(series):
            number = float(series.values[-1])
            whole = statistic in ("zeros", "count", "nonfinite")
            found[word].setdefault(name, {})[statistic] = int(number) if whole else number
    return found


def _rows(run: Run, fact: str, *measured: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Name and description of each, those that were described first, in their order."""
    known = {str(one.get("name")): one for one in run.fact(fact) or [] if isinstance(one, dict)}
    names = dict.fromkeys([*known, *(name for one in measured for name in one)])
    return [(name, {word: one for word, one in known.get(name, {}).items() if word != "name"}) for name in names]
