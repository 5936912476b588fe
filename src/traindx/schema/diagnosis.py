"""The answer: what is seen, why it probably is so, what to do."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from traindx.schema.display import display
from traindx.schema.finding import Finding, Identity, Unseen
from traindx.schema.run import Run

VERDICTS = ("healthy", "problem", "inconclusive")


class Weight(msgspec.Struct, frozen=True):
    """How many nats of a cause's log-odds hang on a finding."""

    finding: str
    weight: float


class LookAlike(msgspec.Struct, frozen=True):
    """Another cause that shows itself the same way, and what tells the two apart."""

    id: str
    difference: str
    split_by: str | None = None


class Fix(msgspec.Struct, frozen=True, kw_only=True):
    """One change that may cure it, with its old and new value where they are known."""

    id: str
    title: str
    from_: Any = msgspec.field(name="from", default=None)
    to: Any = None
    safety: str = "advice"  # safe, changes-results, advice
    judged_by: str = "val-metric"  # val-metric, reference-loss, symptom, throughput
    example: str = ""
    patch: str | None = None
    expected: Any = None
    command: str | None = None


class Suspect(msgspec.Struct, frozen=True, kw_only=True):
    """A ranked cause."""

    id: str
    title: str
    category: str
    symptom: str
    severity: str  # critical, high, medium, low
    harm: str  # fault, choice, display
    probability: float
    status: str = "consistent"
    evidence_for: list[Weight] = []
    evidence_against: list[Weight] = []
    look_alikes: list[LookAlike] = []
    fixes: list[Fix] = []
    avoid: list[str] = []
    verify: str = ""
    reference: str = ""


class Explanation(msgspec.Struct, frozen=True):
    """A set of causes that may be present together, and its share of the belief."""

    causes: list[str]
    probability: float


class Belief(msgspec.Struct, frozen=True):
    """The share of the explanations that name no cause."""

    healthy: float
    converged: float
    unknown: float


class Recommendation(msgspec.Struct, frozen=True):
    """One thing worth doing; `expected` is null unless it was measured."""

    area: str
    text: str
    expected: Any = None
    basis: str = "not measured"


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One question that was put to the run itself, and its outcome."""

    kind: str
    question: str
    change: str
    arms: list[Any] = []
    outcome: str = ""
    figures: dict[str, Any] = {}
    likelihood: dict[str, float] = {}


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """The whole answer for one run. It is plain data: every display is a view of it."""

    run: Run
    verdict: str
    reason: str | None = None
    scope: list[str] = []
    missing: list[str] = []
    access: list[str] = msgspec.field(default_factory=lambda: ["log"])
    known_at_step: int | None = None
    findings: list[Finding] = []
    unseen: list[Unseen] = []
    calibrated: bool = False
    belief: Belief = Belief(0.0, 0.0, 1.0)
    explanations: list[Explanation] = []
    causes: list[Suspect] = []
    one_of: list[str] | None = None
    next: list[Any] = []
    recommendations: list[Recommendation] = []
    stop_training: bool = False
    stop_debugging: str | None = None
    trials: list[Trial] = []
    asked: list[Any] = []
    health_prior: float = 0.5
    alike: list[list[str]] = []  # causes of `causes` that this evidence can never tell apart

    def __repr__(self) -> str:
        return display(self, "text") or f"Diagnosis({self.run.id!r}, {self.verdict!r})"

    def _repr_html_(self) -> str | None:
        return display(self, "html")

    @property
    def problems(self) -> list[Finding]:
        """The findings of warning or error."""
        return [finding for finding in self.findings if finding.severity != "info"]

    def new_problems(self, known: Collection[Identity]) -> list[Finding]:
        """The findings of warning or error that were not known before."""
        return [finding for finding in self.problems if finding.identity not in known]

    def fails(self, verdicts: Collection[str], known: Collection[Identity] = ()) -> bool:
        """Whether it is one of these verdicts, and not for findings alone that were known before."""
        return self.verdict in verdicts and (not self.problems or bool(self.new_problems(known)))
