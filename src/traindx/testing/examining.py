"""Runs one detector as a diagnosis does, and takes from its answer what somebody would act on."""

from __future__ import annotations

from traindx.configuration import Configuration
from traindx.registry import units
from traindx.schema import Finding, Run, Unseen
from traindx.verbs.looking import look


def examine(detector_id: str, run: Run, *, plugins: tuple[str, ...] = ()) -> list[Finding] | Unseen:
    """What one detector, of ours or of a plugin, answers on a run; one that raises answers `Unseen("failed: ...")`."""
    if detector_id not in units("detectors", plugins):  # else a misspelt one would be silent on everything
        raise ValueError(f"no detector is called {detector_id!r}; check the name, or name its package in plugins")
    findings, unseen = look(run, Configuration(select=(detector_id,), plugins=plugins))
    blind = next((one for one in unseen if one.id == detector_id), None)
    return blind or [one for one in findings if one.id == detector_id]


def loud(answer: list[Finding] | Unseen) -> list[Finding]:
    """The findings that someone would act on. A detector that failed is not a silent one."""
    if isinstance(answer, Unseen):
        if answer.reason.startswith("failed"):
            raise AssertionError(f"{answer.id} {answer.reason}")
        return []
    return [one for one in answer if one.severity != "info"]
