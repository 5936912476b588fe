"""The words the stages say to each other."""

from traindx.schema.diagnosis import (
    Belief,
    Diagnosis,
    Explanation,
    Fix,
    LookAlike,
    Recommendation,
    Suspect,
    Trial,
    Weight,
)
from traindx.schema.finding import SEVERITIES, Finding, Identity, Unseen, Where
from traindx.schema.run import PER, Fact, Failure, Outcome, Run, Series
from traindx.schema.units import (
    WEIGHTS,
    Cause,
    Change,
    Enough,
    Findings,
    Fold,
    Head,
    Match,
    Need,
    Reading,
    Remedy,
    Watch,
    detector,
    effective,
    fact,
    fix,
    points,
    reader,
    series,
    setting,
    whole_run,
)

__all__ = [
    "PER", "SEVERITIES", "WEIGHTS", "Belief", "Cause", "Change", "Diagnosis", "Enough", "Explanation", "Fact",
    "Failure", "Finding", "Findings", "Fix", "Fold", "Head", "Identity", "LookAlike", "Match", "Need", "Outcome",
    "Reading", "Recommendation", "Remedy", "Run", "Series", "Suspect", "Trial", "Unseen", "Watch", "Weight", "Where",
    "detector", "effective", "fact", "fix", "points", "reader", "series", "setting", "whole_run",
]  # fmt: skip
