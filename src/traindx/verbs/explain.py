"""Shows the manual of anything: units, settings, series, and what is in force."""

from __future__ import annotations

import difflib
import json
import pathlib
from typing import Any

from traindx import registry
from traindx.configuration import FAIL_ON, configuration
from traindx.registry import Unit, lookup, units
from traindx.schema.names import SERIES
from traindx.schema.settings import SETTINGS

# What a person calls a stage, and the stage.
KINDS = {"findings": "detectors", "causes": "causes", "fixes": "fixes", "formats": "readers"}
TABLES = ("settings", "series")
GUIDES = "guides"


LONGEST = 80  # characters of a name that is said back


class Unexplained(Exception):
    """A name that nothing is called by: what is wrong with it, then what to do."""


def explanation(name: str) -> str:
    """The manual of a unit, a guide, the vocabulary of settings or series, or the configuration in force."""
    if name == "config":
        return _configuration()
    if name in (*TABLES, GUIDES):
        return listing(name)
    guide = guides().get(name)
    if guide is not None:
        return guide
    plugins = configuration().plugins
    unit = lookup(name, plugins)
    if unit is not None:
        return _manual(unit, plugins)
    if name in SETTINGS:
        meaning, aliases = SETTINGS[name]
        return f"{name}: {meaning}\n\nAlso read as: {', '.join(aliases)}\n"
    if name in SERIES:
        return f"{name}: {SERIES[name]}\n"
    near = difflib.get_close_matches(name, names(), n=1)
    hint = f"did you mean {near[0]}?" if near else "`traindx explain --list` lists what can be explained"
    raise Unexplained(f"nothing is called {name[:LONGEST]!r}; {hint}")


def names() -> list[str]:
    """Everything that has a manual, by name."""
    plugins = configuration().plugins
    found = [id for stage in registry.STAGES for id in units(stage, plugins)]
    return [*found, *guides(), *SETTINGS, *SERIES, *TABLES, GUIDES]


def guides() -> dict[str, str]:
    """The pages on what to do about a trouble, by name."""
    from traindx import guides as folder

    pages = sorted(page for place in folder.__path__ for page in pathlib.Path(place).glob("*.md"))
    return {page.stem: page.read_text(encoding="utf-8") for page in pages}


def listing(kind: str | None = None) -> str:
    """What can be explained, each with its first line."""
    known = (*KINDS, GUIDES, *TABLES)
    if kind is not None and kind not in known:
        raise Unexplained(f"{kind!r} is no kind; give one of {', '.join(known)}")
    parts = []
    for word, stage in KINDS.items():
        if kind in (None, word):
            rows = [(unit.id, unit.title) for unit in units(stage, configuration().plugins).values()]
            parts.append(_table(word, rows))
    if kind in (None, GUIDES):
        parts.append(_table(GUIDES, [(name, _title(page)) for name, page in guides().items()]))
    if kind in (None, "settings"):
        parts.append(_table("settings", [(name, meaning) for name, (meaning, _) in SETTINGS.items()]))
    if kind in (None, "series"):
        parts.append(_table("series", list(SERIES.items())))
    return "\n".join(parts)


def _title(page: str) -> str:
    return page.split("\n", 1)[0].lstrip("# ")


def _table(title: str, rows: list[tuple[str, str]]) -> str:
    width = max((len(name) for name, _ in rows), default=0)
    return "\n".join([title, *(f"  {name.ljust(width)}  {meaning}" for name, meaning in rows), ""])


def _manual(unit: Unit, plugins: tuple[str, ...]) -> str:
    lines = [f"{unit.id} ({_kind(unit)})", "", unit.manual, ""]
    lines += {"causes": _cause, "fixes": _fix}.get(unit.stage, _nothing)(unit, plugins)
    if unit.parameters:
        lines += [f"Settings (traindx.toml, [units.{unit.id}])"]
        lines += [f"  {name} = {value!r}" for name, value in unit.parameters.items()] + [""]
    if unit.stage == "detectors":
        speaking = [one.id for one in units("causes", plugins).values() if _names(one.subject.speaks_for, unit.id)]
        if speaking:
            lines += ["Speaks for", f"  {', '.join(speaking)}", ""]
    return "\n".join(lines)


def _kind(unit: Unit) -> str:
    word = {"detectors": "a finding", "causes": "a cause", "fixes": "a fix", "readers": "a log format"}[unit.stage]
    return f"{word} of the family {unit.family}" if unit.family else word


def _names(table: dict[str, str], id: str) -> bool:
    return any(name.partition(":")[0] == id for name in table)


def _nothing(unit: Unit, plugins: tuple[str, ...]) -> list[str]:
    return []


def _cause(unit: Unit, plugins: tuple[str, ...]) -> list[str]:
    cause = unit.subject
    findings, causes, fixes = (units(stage, plugins) for stage in ("detectors", "causes", "fixes"))
    lines = []
    for title, table in (("Speaks for it", cause.speaks_for), ("Speaks against it", cause.speaks_against)):
        known = [f"  {name} ({word})" for name, word in table.items() if name.partition(":")[0] in findings]
        lines += [title, *known, ""] if known else []
    alike = [f"  {one.id}: {one.difference}" for one in cause.look_alikes if one.id in causes]
    lines += ["Looks like", *alike, ""] if alike else []
    cures = [f"  {name}: {fixes[name].title}" for name in cause.fixes if name in fixes]
    lines += ["Cured by", *cures, ""] if cures else []
    lines += ["Do not", *(f"  {one}" for one in cause.avoid), ""] if cause.avoid else []
    lines += ["To verify", f"  {cause.verify}", ""]
    page = guides().get(cause.reference or "")
    return [*lines, "Read on", f"  traindx explain {cause.reference}: {_title(page)}", ""] if page else lines


def _fix(unit: Unit, plugins: tuple[str, ...]) -> list[str]:
    remedy = unit.declaration
    cures = [one.id for one in units("causes", plugins).values() if unit.id in one.subject.fixes]
    lines = [f"Safety: {remedy.safety}. Judged by: {remedy.judged_by}.", ""]
    return [*lines, "Cures", f"  {', '.join(cures)}", ""] if cures else lines


def _configuration() -> str:
    config = configuration()
    values: dict[str, Any] = {
        "select": list(config.select),
        "ignore": list(config.ignore),
        "min_probability": config.min_probability,
        "fail_on": config.fail_on,
        "plugins": list(config.plugins),
        "units": config.units,
    }
    width = max(len(name) for name in values)
    lines = [
        f"  {name.ljust(width)}  {json.dumps(value)}  ({config.origins.get(name, 'default')})"
        for name, value in values.items()
    ]
    return "\n".join(["In force, and from where", *lines, "", f"fail_on is one of {', '.join(FAIL_ON)}.", ""])


def schema(command: str) -> str:
    """The JSON Schema of a command's answer."""
    from traindx.reports.json_schema import schema as described

    return json.dumps(described(command), indent=1)
