"""What was measured of each tensor, layer or column, as a table that shows and draws itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import msgspec

from traindx.schema.diagnosis import Diagnosis
from traindx.schema.display import display, draw
from traindx.schema.finding import Finding
from traindx.schema.run import Run


class Stats(msgspec.Struct, frozen=True, kw_only=True):
    """Rows of numbers by name. `run` holds the same for the detectors, `diagnosis` what they say of it."""

    subject: str  # gradients, activations, data, architecture
    run: Run
    rows: dict[str, dict[str, Any]]
    summary: dict[str, Any] = {}
    diagnosis: Diagnosis | None = None

    def __getitem__(self, name: str) -> dict[str, Any]:
        return self.rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return display(self, "text") or f"Stats({self.subject!r}, {len(self.rows)} rows)"

    def _repr_html_(self) -> str | None:
        return display(self, "html")

    @property
    def problems(self) -> list[Finding]:
        """The findings of warning or error."""
        return [] if self.diagnosis is None else self.diagnosis.problems

    def plot(self, path: str | os.PathLike[str]) -> str:
        """Draws it to a file, whose suffix says the kind of picture; returns the path."""
        draw(self, os.fspath(path))
        return os.fspath(path)
