"""Says why a training does not go as it should: detectors, then causes and their ranking, then fixes."""

from __future__ import annotations

import difflib
import fnmatch
import functools
from collections.abc import Iterable
from typing import Any, NamedTuple, TextIO

import msgspec

from traindx.configuration import Configuration, Misconfigured, configuration
from traindx.guards.escaping import terminal as shown
from traindx.ranking.evidence import evidence
from traindx.ranking.explanations import CONVERGED, HEALTH_PRIOR, Ranking, rank
from traindx.ranking.verdict import Verdict, verdict
from traindx.registry import Unit, lookup, units
from traindx.reports.progress import Progress
from traindx.schema import (
    Cause,
    Diagnosis,
    Finding,
    Fix,
    Identity,
    Match,
    Recommendation,
    Run,
    Suspect,
    Unseen,
)
from traindx.verbs.baseline import baseline, left_out
from traindx.verbs.looking import look
from traindx.verbs.read import Trouble, gather, read
from traindx.verbs.spread import Lost, cores, spread

# Replaying a prefix costs one more diagnosis; this many moments are tried for `known_at_step`.
MOMENTS = 12


def diagnose(source: Any, *, config: Configuration | None = None) -> Diagnosis | list[Diagnosis]:
    """Diagnoses a log, a folder of logs, a dict of lists, a DataFrame or a Keras History; several runs: worst first."""
    answers = ordered([diagnosis(run, config=config) for run in read(source)])
    return answers[0] if len(answers) == 1 else answers


class Answer(NamedTuple):
    """What a command that looks for problems has to say."""

    diagnoses: list[Diagnosis]
    troubles: list[Trouble]
    notes: list[str]
    nearest: dict[str, list[tuple[str, Match]]]
    config: Configuration
    known: frozenset[Identity] = frozenset()  # findings of a baseline: they fail nothing
    command: str = "diagnose"
    sample: dict[str, Any] | None = None  # rows of the batch that was looked at, with their losses; never in the JSON

    @property
    def failing(self) -> tuple[str, ...]:
        """The verdicts that make the exit status 1."""
        return {"problem": ("problem",), "inconclusive": ("problem", "inconclusive")}.get(self.config.fail_on, ())

    @property
    def status(self) -> int:
        """The exit status: a problem before something unreadable before nothing."""
        if any(one.fails(self.failing, self.known) for one in self.diagnoses):
            return 1
        return 2 if self.troubles else 0

    def refusals(self, *, full: bool) -> list[str]:
        """A line for each path that gave nothing; with `full`, the formats it came nearest to."""
        lines = []
        for trouble in self.troubles:
            lines.append(f"{trouble.what}; {trouble.do}")
            for name, match in self.nearest.get(trouble.source, [])[:3] if full else []:
                lines.append(f"  not {name}: {match.reason}")
        return [shown(line) for line in lines]


def answer(
    paths: Iterable[str], *, flags: dict[str, Any], baseline_file: str | None = None, terminal: TextIO | None = None
) -> Answer:
    """Reads and diagnoses everything below the paths, on all cores; what the baseline knows fails nothing.

    `terminal` is shown how far it has come, where that takes longer than a second.
    """
    config = configuration(flags)
    check_names(config)
    known = baseline(baseline_file) if baseline_file is not None else frozenset()
    progress = None if terminal is None else Progress(terminal)
    try:
        harvest = gather(list(paths), plugins=config.plugins, cores=cores(), progress=progress)
        diagnoses, lost = _diagnosed(harvest.runs, config, progress)
    finally:
        if progress is not None:
            progress.clear()
    notes = [*harvest.notes, *left_out(diagnoses, known)]
    return Answer(ordered(diagnoses), [*harvest.troubles, *lost], notes, harvest.nearest, config, known)


def _diagnosed(
    runs: list[Run], config: Configuration, progress: Progress | None
) -> tuple[list[Diagnosis], list[Trouble]]:
    """The answer for each run, on all cores; a run whose worker was killed is a trouble."""

    def work(run: Run) -> Diagnosis:  # the run is here already: it need not come back through a pipe
        return msgspec.structs.replace(diagnosis(run, config=config), run=Run("", "", ""))

    told = None if progress is None else functools.partial(progress, "diagnosing runs:")
    answers = list(zip(runs, spread(work, runs, cores=cores(), told=told), strict=True))
    troubles = [
        Trouble(run.source, f"{shown(run.source)} was not diagnosed: its process {one.reason}", "diagnose it alone")
        for run, one in answers
        if isinstance(one, Lost)
    ]
    return [msgspec.structs.replace(one, run=run) for run, one in answers if isinstance(one, Diagnosis)], troubles


def check_names(config: Configuration) -> None:
    """A finding that is misspelt would silently never be looked for."""
    detectors = units("detectors", config.plugins)
    known = {*detectors, *(unit.family for unit in detectors.values())}
    for name in (*config.select, *config.ignore):
        if not fnmatch.filter(known, name):
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else "`traindx explain --list findings` lists them"
            raise Misconfigured(f"{name} is neither a finding nor a family of findings; {hint}")
    for name, parameters in config.units.items():
        unit = lookup(name, config.plugins)
        if unit is None:
            raise Misconfigured(f"[units.{name}] names no unit; `traindx explain --list` lists them")
        for word in parameters:
            if word not in unit.parameters:
                settings = ", ".join(unit.parameters) or "none"
                raise Misconfigured(f"{word} is no setting of {name}; its settings are: {settings}")


def ordered(answers: list[Diagnosis]) -> list[Diagnosis]:
    """The worst first."""
    order = {"problem": 0, "inconclusive": 1, "healthy": 2}
    return sorted(answers, key=lambda one: (order[one.verdict], -_alarm(one), one.run.source))


def _alarm(answer: Diagnosis) -> float:
    return sum({"info": 0, "warning": 1, "error": 3}[finding.severity] for finding in answer.findings)


def diagnosis(
    run: Run, *, config: Configuration | None = None, why: str = "diagnose", replay: bool = True
) -> Diagnosis:
    """The whole answer for one run; without `replay` it is not looked for since when it could be known."""
    config = config or configuration()
    findings, unseen = look(run, config)
    findings, ranking, word = _judge(run, findings, unseen, config, why)
    answer = _answer(run, findings, unseen, ranking, word, config, HEALTH_PRIOR[why])
    return msgspec.structs.replace(answer, known_at_step=_known(answer, config, why)) if replay else answer


# ------------------------------------------------------------------ judging


def _judge(
    run: Run, findings: list[Finding], unseen: list[Unseen], config: Configuration, why: str, *, weigh: bool = True
) -> tuple[list[Finding], Ranking, Verdict]:
    """The findings as they stand after judging, the belief and the verdict."""
    detectors = units("detectors", config.plugins)
    families = {unit.id: unit.family for unit in detectors.values()}
    blind = {one.id for one in unseen}
    looked = {id for id in detectors if id not in blind and config.wants(id, families[id])}
    causes = {unit.id: unit.subject for unit in units("causes", config.plugins).values()}
    ranking = rank(causes, evidence(findings, looked, families), prior=HEALTH_PRIOR[why], weigh=weigh)
    findings = _lowered(findings, ranking, causes)
    fault_seen = any(one.invariant and one.when == "event" and one.severity != "info" for one in findings)
    return (
        findings,
        ranking,
        verdict(run, findings, unseen, looked=looked, benign=ranking.benign, fault_seen=fault_seen),
    )


def _lowered(findings: list[Finding], ranking: Ranking, causes: dict[str, Cause]) -> list[Finding]:
    """Findings that come of a choice, where harmless readings hold most of the belief, alarm nobody.

    Health that has come to its end (`none`) explains no finding that a detector holds against the run.
    """
    if ranking.benign < 0.5:
        return findings
    harmless = {id: cause for id, cause in causes.items() if cause.harm not in ("fault", "none")}
    order = sorted(harmless, key=lambda id: -ranking.probability.get(id, 0.0))
    result = []
    for finding in findings:
        reason = next(
            (id for id in order if {finding.id, f"{finding.id}:{finding.kind}"} & set(causes[id].speaks_for)), None
        )
        if finding.severity != "info" and reason is not None and ranking.probability.get(reason, 0.0) >= 0.1:
            evidence_ = {**finding.evidence, "lowered_by": reason}
            finding = msgspec.structs.replace(finding, severity="info", evidence=evidence_)
        result.append(finding)
    return result


def _known(answer: Diagnosis, config: Configuration, why: str) -> int | None:
    """The earliest step at which a log that ended there had the same cause first, and the same verdict.

    First at the steps that the findings name. Where none of these will do, what judges a whole run is looked for at a
    few moments before its end, from the last backwards, as long as they agree.
    """
    last = answer.run.last_step
    if answer.verdict != "problem" or last is None:
        return None
    first = answer.causes[0].id if answer.causes else None

    def agrees(step: int) -> bool:
        early = answer.run.until(step)
        findings, unseen = look(early, config)
        _, ranking, word = _judge(early, findings, unseen, config, why, weigh=False)
        top = next(iter(_listed(ranking, config)), None)
        return word.word == "problem" and first in (None, top)

    told = sorted({one.known_step for one in answer.problems if one.known_step is not None and one.known_step < last})
    for step in told[:MOMENTS]:
        if agrees(step):
            return step
    known = last
    for step in _moments(answer.run):
        if step in told or not agrees(step):
            break
        known = step
    return known


def _moments(run: Run) -> list[int]:
    """Steps of the longest series after seven tenths of the run, a half, and so on."""
    longest = max(run.series.values(), key=len)
    steps = longest.steps
    return [int(steps[int(share * (len(longest) - 1))]) for share in (0.7, 0.5, 0.35, 0.2, 0.1)]


# ---------------------------------------------------------------- answering


def _answer(
    run: Run,
    findings: list[Finding],
    unseen: list[Unseen],
    ranking: Ranking,
    word: Verdict,
    config: Configuration,
    prior: float,
) -> Diagnosis:
    loud = [one for one in findings if one.severity != "info"]
    suspects = _suspects(run, findings, ranking, config)
    families = {unit.family for unit in units("detectors", config.plugins).values()
                if config.wants(unit.id, unit.family) and unit.id not in {one.id for one in unseen}}  # fmt: skip
    stop = any(one.severity == "error" and one.open for one in loud)
    return Diagnosis(
        run=run,
        verdict=word.word,
        access=["live"] if run.on_bench else ["log"],
        reason=word.reason,
        scope=sorted(families),
        missing=word.missing,
        findings=findings,
        unseen=unseen,
        belief=ranking.belief,
        explanations=ranking.explanations,
        causes=suspects,
        alike=_alike(suspects, config),
        recommendations=_recommendations(suspects, config),
        stop_training=stop and word.word == "problem",
        health_prior=prior,
    )


def _suspects(run: Run, findings: list[Finding], ranking: Ranking, config: Configuration) -> list[Suspect]:
    causes = units("causes", config.plugins)
    return [
        _suspect(causes[id], share, run, findings, ranking, config) for id, share in _listed(ranking, config).items()
    ]


def _listed(ranking: Ranking, config: Configuration) -> dict[str, float]:
    """The causes that are worth a word, from the most to the least probable."""
    least = max(config.min_probability, 0.01)
    return {id: share for id, share in ranking.probability.items() if id != CONVERGED and share >= least}


def _suspect(
    unit: Unit, share: float, run: Run, findings: list[Finding], ranking: Ranking, config: Configuration
) -> Suspect:
    cause = unit.subject
    weights = ranking.weights.get(unit.id, [])
    return Suspect(
        id=unit.id,
        title=cause.title,
        category=cause.category,
        symptom=cause.symptom,
        severity=_severity(cause.speaks_for, findings),
        harm=cause.harm,
        probability=share,
        evidence_for=[one for one in weights if one.weight > 0],
        evidence_against=[one for one in weights if one.weight < 0],
        look_alikes=list(cause.look_alikes),
        fixes=_fixes(cause.fixes, run, config),
        avoid=list(cause.avoid),
        verify=cause.verify,
        reference=f"traindx explain {unit.id}",
    )


def _severity(speaks_for: dict[str, str], findings: list[Finding]) -> str:
    """The worst finding that the cause explains; critical when it still stands at the end."""
    explained = [one for one in findings if {one.id, f"{one.id}:{one.kind}"} & set(speaks_for)]
    if any(one.severity == "error" for one in explained):
        return "critical" if any(one.severity == "error" and one.open for one in explained) else "high"
    return "medium" if any(one.severity == "warning" for one in explained) else "low"


def _fixes(names: Iterable[str], run: Run, config: Configuration) -> list[Fix]:
    known = units("fixes", config.plugins)
    fixes = []
    for name in names:
        unit = known.get(name)
        change = None if unit is None else unit.subject(run, **config.parameters(name))
        if unit is not None and change is not None:
            fixes.append(
                Fix(
                    id=unit.id,
                    title=change.title,
                    from_=change.from_,
                    to=change.to,
                    safety=unit.declaration.safety,
                    judged_by=unit.declaration.judged_by,
                    example=change.example,
                )
            )
    return fixes


def _alike(suspects: list[Suspect], config: Configuration) -> list[list[str]]:
    """The causes among the suspects that no log can ever tell apart, class by class."""
    causes = units("causes", config.plugins)
    classes: dict[str, list[str]] = {}
    for suspect in suspects:
        name = causes[suspect.id].subject.never_apart
        if name is not None:
            classes.setdefault(name, []).append(suspect.id)
    return [members for members in classes.values() if len(members) > 1]


def _recommendations(suspects: list[Suspect], config: Configuration) -> list[Recommendation]:
    """What the likely causes would have one do, each thing once."""
    known = units("fixes", config.plugins)
    areas: dict[str, Recommendation] = {}
    for suspect in suspects[:3]:
        for fix in suspect.fixes:
            if fix.safety == "advice" and suspect.probability >= 0.1:
                areas.setdefault(fix.id, Recommendation(known[fix.id].declaration.area, fix.title))
    return list(areas.values())
