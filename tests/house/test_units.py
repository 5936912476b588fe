"""Every unit of every stage at once: its manual, its settings, its name, its test."""

import inspect
import pathlib
import re

import pytest

from traindx.registry import STAGES, Unit, units
from traindx.schema import Cause, Reading, Remedy, Watch

ROOT = pathlib.Path(__file__).parents[2]
UNITS = [unit for stage in STAGES for unit in units(stage).values()]
DECLARATIONS = {"detectors": Watch, "causes": Cause, "fixes": Remedy, "readers": Reading}
PARTS = {
    "detectors": ("What it means", "Why it matters", "Not to be confused with", "Blind spots"),
    "causes": ("How to tell", "What would refute it"),
    "fixes": ("When it is right", "When it is wrong"),
    "readers": ("Where it comes from", "What is in it", "What is lost"),
}
BANNED = ("check_", "detect_", "is_", "rule_", "detector_")


def named(unit: Unit) -> str:
    return f"{unit.stage}/{unit.id}"


def path_of(unit: Unit) -> pathlib.Path:
    return ROOT / "src" / (unit.module.replace(".", "/") + ".py")


def test_every_stage_has_units() -> None:
    assert {unit.stage for unit in UNITS} == set(STAGES)


def test_ids_are_unique_over_all_stages() -> None:
    ids = [unit.id for unit in UNITS]
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("unit", UNITS, ids=named)
def test_unit(unit: Unit) -> None:
    assert isinstance(unit.declaration, DECLARATIONS[unit.stage]), "it does not declare what it is"
    first = unit.manual.split("\n", 1)[0]
    assert re.fullmatch(r".{1,119}\.", first), "its manual opens with one sentence"
    for part in PARTS[unit.stage]:
        assert re.search(rf"^{part}:", unit.manual, re.M), f"its manual lacks the part {part!r}"
    assert not unit.id.replace("-", "_").startswith(BANNED)
    mirrored = ROOT / "tests" / path_of(unit).relative_to(ROOT / "src" / "traindx")
    assert mirrored.with_name(f"test_{mirrored.name}").exists(), "it has no test of its own"


@pytest.mark.parametrize("unit", [unit for unit in UNITS if inspect.isfunction(unit.subject)], ids=named)
def test_settings_are_keyword_only_and_have_defaults(unit: Unit) -> None:
    parameters = list(inspect.signature(unit.subject).parameters.values())
    needs = len(unit.declaration.needs) if unit.stage == "detectors" else 1
    positional = [one for one in parameters if one.kind is not one.KEYWORD_ONLY]
    assert len(positional) == needs, "it takes other than it declares"
    for one in parameters[needs:]:
        assert one.kind is one.KEYWORD_ONLY, f"{one.name} is no keyword"
        assert one.default is not one.empty, f"{one.name} is a setting without default"
