"""What is in force and from where: the file of the project, `TRAINDX_*` variables, flags; the later wins."""

from __future__ import annotations

import fnmatch
import importlib.util
import os
import tomllib
from typing import Any

import msgspec


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of traindx itself."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    min_probability: float = 0.0
    fail_on: str = "problem"
    plugins: tuple[str, ...] = ()
    units: dict[str, dict[str, Any]] = {}  # per unit: its keyword-only parameters
    origins: dict[str, str] = {}

    def wants(self, id: str, family: str) -> bool:
        """Whether a finding is to be looked for: named by id, by family or by pattern."""

        def named(patterns: tuple[str, ...]) -> bool:
            return any(fnmatch.fnmatchcase(id, one) or one == family for one in patterns)

        return (not self.select or named(self.select)) and not named(self.ignore)

    def parameters(self, id: str) -> dict[str, Any]:
        """The parameters that the user set for a unit."""
        return self.units.get(id, {})


class Misconfigured(Exception):
    """A setting that cannot be used: what is wrong with the value, then what to do."""


FAIL_ON = ("problem", "inconclusive", "never")


def configuration(flags: dict[str, Any] | None = None, *, folder: str = ".") -> Configuration:
    """Merges the project's file, the environment and the flags, and remembers where each value came from."""
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for origin, layer in (_file(folder), ("environment", _environment()), ("flag", flags or {})):
        for name, value in layer.items():
            if value not in (None, ()):
                values[name] = _checked(name, value, origin)
                origins[name] = origin
    return Configuration(**values, origins=origins)


def _file(folder: str) -> tuple[str, dict[str, Any]]:
    """The nearest traindx.toml, or [tool.traindx] of the nearest pyproject.toml, going up from the folder."""
    here = os.path.abspath(folder)
    while True:
        for name in ("traindx.toml", "pyproject.toml"):
            path = os.path.join(here, name)
            if os.path.isfile(path):
                table = _toml(path)
                table = table if name == "traindx.toml" else table.get("tool", {}).get("traindx")
                if table is not None:
                    return path, {key.replace("-", "_"): value for key, value in table.items()}
        parent = os.path.dirname(here)
        if parent == here:
            return "default", {}
        here = parent


def _toml(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        if os.path.basename(path) == "pyproject.toml":
            return {}  # somebody else's file: not ours to judge
        raise Misconfigured(f"{path} is not valid TOML ({error}); mend it or take it away") from None


def _environment() -> dict[str, Any]:
    known = ("select", "ignore", "min_probability", "fail_on", "plugins")
    return {name: os.environ[f"TRAINDX_{name.upper()}"] for name in known if os.environ.get(f"TRAINDX_{name.upper()}")}


def _checked(name: str, value: Any, origin: str) -> Any:
    """A value in its type, or a sentence about what is wrong with it."""
    if name in ("select", "ignore", "plugins"):
        items = value.split(",") if isinstance(value, str) else value
        names = tuple(str(one).strip() for one in items if str(one).strip())
        absent = [one for one in names if name == "plugins" and not _importable(one)]
        if absent:
            raise Misconfigured(
                f"plugins names {absent[0]} ({origin}), which is not installed; install it or take it out"
            )
        return names
    if name == "min_probability":
        try:
            share = float(value)
        except (TypeError, ValueError):
            share = -1.0
        if not 0 <= share <= 1:
            raise Misconfigured(f"{name} is {value!r} ({origin}); give a number from 0 to 1")
        return share
    if name == "fail_on":
        if value not in FAIL_ON:
            raise Misconfigured(f"{name} is {value!r} ({origin}); give one of {', '.join(FAIL_ON)}")
        return value
    if name == "units" and isinstance(value, dict):
        return value
    raise Misconfigured(f"{name} is not a setting ({origin}); `traindx explain config` lists them")


def _importable(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):  # the package above it is missing, or it is no name
        return False
