"""Finds the units of a stage by walking its folder: adding the file adds the unit."""

from __future__ import annotations

import functools
import importlib
import inspect
import os
from types import ModuleType
from typing import Any, NamedTuple

from traindx.schema import Cause

STAGES = ("readers", "detectors", "causes", "fixes")


class Unit(NamedTuple):
    """One unit: what its file is called, what its manual says, and the thing itself."""

    id: str
    stage: str
    family: str  # the folder between the stage and the file, or ""
    module: str
    manual: str
    subject: Any  # a function, a reader's class, or a Cause
    declaration: Any

    @property
    def title(self) -> str:
        return self.manual.split("\n", 1)[0].rstrip(".")

    @property
    def parameters(self) -> dict[str, Any]:
        """The unit's settings: its keyword-only parameters with their defaults."""
        if not inspect.isfunction(self.subject):
            return {}
        kinds = inspect.signature(self.subject).parameters.values()
        return {one.name: one.default for one in kinds if one.kind is one.KEYWORD_ONLY}


class Unusable(Exception):
    """A unit or plugin that breaks the rules of the house: what is wrong with it, then what to do."""


@functools.cache
def units(stage: str, plugins: tuple[str, ...] = ()) -> dict[str, Unit]:
    """All units of a stage, ours and those of the packages named as plugins."""
    found: dict[str, Unit] = {}
    for package in ("traindx", *plugins):
        try:
            folder = importlib.import_module(f"{package}.{stage}")
        except ModuleNotFoundError as missing:
            if missing.name != f"{package}.{stage}":
                raise
            continue
        for unit in _walk(folder, stage, family=""):
            if unit.id in found:
                both = f"{found[unit.id].module} and {unit.module}"
                raise Unusable(f"two units are called {unit.id}: {both}; rename one of the files")
            found[unit.id] = unit
    return dict(sorted(found.items()))


def _walk(package: ModuleType, stage: str, *, family: str) -> list[Unit]:
    found = []
    for name in sorted({entry for folder in package.__path__ for entry in os.listdir(folder)}):
        stem, suffix = os.path.splitext(name)
        if name.startswith(("_", ".")) or suffix not in ("", ".py"):
            continue
        module = importlib.import_module(f"{package.__name__}.{stem}")
        if suffix == "":
            found += _walk(module, stage, family=stem)
        else:
            found.append(_unit(module, stem, stage, family))
    return found


def _unit(module: ModuleType, stem: str, stage: str, family: str) -> Unit:
    # A cause is data and stands as CAUSE; everything else is the function or class named after its file.
    subject = getattr(module, "CAUSE", None) if stage == "causes" else None
    if subject is None:
        wanted = stem.replace("_", "")
        subject = next((value for name, value in vars(module).items() if name.replace("_", "").lower() == wanted), None)
    if subject is None:
        raise Unusable(f"{module.__name__} holds no unit called {stem}; a unit is called as its file")
    declaration = subject if isinstance(subject, Cause) else getattr(subject, "declaration", None)
    return Unit(
        stem.replace("_", "-"), stage, family, module.__name__, (module.__doc__ or "").strip(), subject, declaration
    )


def lookup(name: str, plugins: tuple[str, ...] = ()) -> Unit | None:
    """A unit by its id, in whatever stage: ids are unique over all of them."""
    return next((units(stage, plugins)[name] for stage in STAGES if name in units(stage, plugins)), None)
