"""What a detector answers: findings, or why it could not look."""

from __future__ import annotations

from typing import Any

import msgspec

SEVERITIES = ("info", "warning", "error")
Identity = tuple[str, str | None, str | None]  # id, series, layer


class Where(msgspec.Struct, frozen=True):
    """A place in the user's own code."""

    path: str | None = None
    line: int | None = None


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What the run shows, measured. `id` and `when` are the unit's and are filled in for it."""

    severity: str
    message: str
    series: str | None = None
    first_step: int | None = None
    last_step: int | None = None
    known_step: int | None = None
    open: bool = False  # still so at the last point
    evidence: dict[str, Any] = {}
    layer: str | None = None
    rank: int | None = None
    invariant: bool = False
    where: Where = Where()
    when: str = "event"
    id: str = ""

    @property
    def kind(self) -> str | None:
        """The variety of the finding that causes may name, as in `loss-stuck-at-known-floor:double-softmax`."""
        kind = self.evidence.get("kind")
        return kind if isinstance(kind, str) else None

    @property
    def identity(self) -> Identity:
        """By what a finding is known again in another run."""
        return self.id, self.series, self.layer


class Unseen(msgspec.Struct, frozen=True):
    """A detector that could not look, and what it would have needed."""

    id: str
    needs: list[str]
    reason: str
