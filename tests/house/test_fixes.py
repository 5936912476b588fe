"""Every fix at once: what it proposes for runs of which much, little and nothing is known."""

import ast
import math

import pytest

from traindx.registry import Unit, units
from traindx.schema import Change, Run, Series

FIXES = list(units("fixes").values())
SETTINGS = {
    "lr": 0.1,
    "optimizer": "SGD",
    "batch_size": 512,
    "accumulation": 2,
    "world_size": 2,
    "warmup_steps": 5,
    "weight_decay": 0.01,
    "momentum": 0.99,
    "epsilon": 0.1,
    "dropout": 0.2,
    "label_smoothing": 0.3,
    "parameters": 1_000_000,
    "samples": 5000,
    "classes": 10,
    "precision": "fp16",
    "clip": 0.01,
    "epochs": 10,
    "steps_total": 4000,
}


def listed(name: str, values: list[float]) -> Series:
    return Series.of(name, [10 * (place + 1) for place in range(len(values))], values)


def runs(framework: str | None) -> list[Run]:
    """A run of which all is known, one of which only settings are, one of broken numbers, and one of nothing."""
    nan = math.nan
    full = {
        "train/loss": [2.0] * 40 + [9.0, 5.0, 4.0],
        "val/loss": [2.0, 1.0, 1.5, 1.8],
        "lr": [0.1, 0.1, 0.0, 0.0],
        "grad/norm": [1.0, 1.2, 40.0, 0.9],
    }
    broken = {"train/loss": [nan, nan], "val/loss": [nan], "lr": [nan, math.inf], "grad/norm": [nan, 0.0, math.inf]}
    all_of, broken_of = ({key: listed(key, one) for key, one in lists.items()} for lists in (full, broken))
    words = dict.fromkeys(SETTINGS, "auto")
    return [
        Run("r", "r.csv", "csv", framework),
        Run("r", "r.csv", "csv", framework, settings=SETTINGS),
        Run("r", "r.csv", "csv", framework, settings=dict.fromkeys(SETTINGS, 0)),
        Run("r", "r.csv", "csv", framework, settings=dict.fromkeys(SETTINGS, -1)),
        Run("r", "r.csv", "csv", framework, settings=words, series=broken_of),
        Run("r", "r.csv", "csv", framework, settings=SETTINGS, series=all_of),
        Run("r", "r.csv", "csv", framework, "epoch", series=all_of),
    ]


def changes(unit: Unit) -> list[tuple[Run, Change]]:
    given = [run for framework in ("torch", "keras", None) for run in runs(framework)]
    return [(run, change) for run in given if (change := unit.subject(run)) is not None]


@pytest.mark.parametrize("unit", FIXES, ids=lambda unit: unit.id)
def test_what_it_proposes(unit: Unit) -> None:
    proposed = changes(unit)
    assert proposed, "it applies to no run at all"
    for run, change in proposed:
        ast.parse(change.example)
        assert change.example.strip() == change.example
        assert max(map(len, change.example.splitlines())) <= 120
        assert change.title[0].islower() or change.title.startswith(("AdamW", "SGD"))
        assert not change.title.endswith(".")
        assert len(change.title) <= 100
        assert ("keras" in change.example or "torch." not in change.example) or not run.is_keras
        for value in (change.from_, change.to):
            assert not isinstance(value, float) or math.isfinite(value)
        assert not isinstance(change.to, (int, float)) or change.to >= 0


@pytest.mark.parametrize("unit", FIXES, ids=lambda unit: unit.id)
def test_a_new_value_differs_from_the_old_one(unit: Unit) -> None:
    for _, change in changes(unit):
        assert change.to is None or change.to != change.from_


@pytest.mark.parametrize("unit", FIXES, ids=lambda unit: unit.id)
def test_it_is_advice_of_some_area(unit: Unit) -> None:
    areas = {"schedule", "optimizer", "gradients", "model", "regularization", "data", "labels", "loss", "precision",
             "evaluation"}  # fmt: skip
    assert unit.declaration.area in areas
