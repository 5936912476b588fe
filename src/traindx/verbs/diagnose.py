"""Says why a training does not go as it should: detectors, then causes and their ranking, then fixes."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from traindx.configuration import Configuration, Misconfigured, configuration
from traindx.guards.escaping import terminal
from traindx.ranking.evidence import evidence
from traindx.ranking.explanations import CONVERGED, HEALTH_PRIOR, Ranking, rank
from traindx.ranking.verdict import Verdict, verdict
from traindx.registry import Unit, lookup, units
from traindx.schema import Diagnosis, Finding, Fix, Match, Need, Recommendation, Run, Series, Suspect, Unseen, Watch
from traindx.signals.autocorrelation import effective_points
from traindx.verbs.read import Trouble, gather, read

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

    @property
    def status(self) -> int:
        """The exit status: a problem before something unreadable before nothing."""
        bad = {"problem": {"problem"}, "inconclusive": {"problem", "inconclusive"}, "never": set()}[self.config.fail_on]
        if any(one.verdict in bad for one in self.diagnoses):
            return 1
        return 2 if self.troubles else 0

    def refusals(self, *, full: bool) -> list[str]:
        """A line for each path that gave nothing; with `full`, the formats it came nearest to."""
        lines = []
        for trouble in self.troubles:
            lines.append(f"{trouble.what}; {trouble.do}")
            for name, match in self.nearest.get(trouble.source, [])[:3] if full else []:
                lines.append(f"  not {name}: {match.reason}")
        return [terminal(line) for line in lines]


def answer(paths: Iterable[str], *, flags: dict[str, Any]) -> Answer:
    """Reads and diagnoses everything below the paths."""
    config = configuration(flags)
    _check_names(config)
    harvest = gather(list(paths), plugins=config.plugins)
    diagnoses = ordered([diagnosis(run, config=config) for run in harvest.runs])
    return Answer(diagnoses, harvest.troubles, harvest.notes, harvest.nearest, config)


def _check_names(config: Configuration) -> None:
    """A finding that is misspelt would silently never be looked for."""
    detectors = units("detectors", config.plugins)
    known = {*detectors, *(unit.family for unit in detectors.values())}
    for name in (*config.select, *config.ignore):
        if not fnmatch.filter(known, name):
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else "`traindx explain --list findings` lists them"
            raise Misconfigured(f"{name} is neither a finding nor a family of findings; {hint}")
    for name in config.units:
        if lookup(name, config.plugins) is None:
            raise Misconfigured(f"[units.{name}] names no unit; `traindx explain --list` lists them")


def ordered(answers: list[Diagnosis]) -> list[Diagnosis]:
    """The worst first."""
    order = {"problem": 0, "inconclusive": 1, "healthy": 2}
    return sorted(answers, key=lambda one: (order[one.verdict], -_alarm(one), one.run.source))


def _alarm(answer: Diagnosis) -> float:
    return sum({"info": 0, "warning": 1, "error": 3}[finding.severity] for finding in answer.findings)


def diagnosis(run: Run, *, config: Configuration | None = None, why: str = "diagnose") -> Diagnosis:
    """The whole answer for one run."""
    config = config or configuration()
    findings, unseen = look(run, config)
    ranking, word = _judge(run, findings, unseen, config, why)
    answer = _answer(run, findings, unseen, ranking, word, config, HEALTH_PRIOR[why])
    return msgspec.structs.replace(answer, known_at_step=_known(answer, config, why))


# ------------------------------------------------------------------ looking


def look(run: Run, config: Configuration) -> tuple[list[Finding], list[Unseen]]:
    """Every detector answers with findings, with none, or with why it could not look."""
    findings: list[Finding] = []
    unseen: list[Unseen] = []
    for unit in units("detectors", config.plugins).values():
        if not config.wants(unit.id, unit.family):
            continue
        seen, blind = _examine(unit, run, config)
        findings += seen
        unseen += [] if seen or blind is None else [blind]
    findings.sort(key=lambda one: (-("info", "warning", "error").index(one.severity), one.first_step or 0, one.id))
    return findings, unseen


def _examine(unit: Unit, run: Run, config: Configuration) -> tuple[list[Finding], Unseen | None]:
    """One detector over every series it watches. It is blind only when it could look at none of them."""
    watch: Watch = unit.declaration
    blind: Unseen | None = None
    looked = False
    seen: list[Finding] = []
    for given in _given(watch, run):
        if isinstance(given, Unseen):
            blind = blind or msgspec.structs.replace(given, id=unit.id)
            continue
        try:
            found = list(unit.subject(*given, **config.parameters(unit.id)))
        except Exception as error:  # whatever a detector trips over, the answer still comes
            blind = Unseen(unit.id, [], f"failed: {type(error).__name__}: {error}")
            continue
        looked = True
        seen += [msgspec.structs.replace(finding, id=unit.id, when=watch.when) for finding in found]
    return seen, None if looked else blind


def _given(watch: Watch, run: Run) -> Iterator[list[Any] | Unseen]:
    """The arguments of each call, or what is missing for it."""
    fixed: list[Any] = []
    for need in watch.needs:
        value = _value(need, run)
        if value is None and not need.optional:
            words = {"series": "the log has no", "setting": "not known:", "fact": "not known:", "run": ""}[need.kind]
            yield Unseen("", list(need.names), f"{words} {_plain(need.names)}")
            return
        fixed.append(value)
    spread = next((index for index, need in enumerate(watch.needs) if need.each), None)
    for one in [None] if spread is None else fixed[spread]:
        given = [one if index == spread else value for index, value in enumerate(fixed)]
        first = next((value for value in given if isinstance(value, Series)), None)
        short = None if first is None else _too_short(watch, first)
        yield given if short is None else Unseen("", [first.name if first else ""], short)


def _value(need: Need, run: Run) -> Any:
    if need.kind == "run":
        return run
    if need.kind == "setting":
        values = (run.settings.get(name, getattr(run, name, None)) for name in need.names)
        return next((value for value in values if value is not None), None)
    if need.kind == "fact":
        return run.fact(need.names[0])
    matching = [one for name in need.names for key, one in run.series.items() if _fits(key, name) and len(one)]
    return (matching or None) if need.each else next(iter(matching), None)


def _fits(key: str, pattern: str) -> bool:
    return key == pattern or ("*" in pattern and fnmatch.fnmatchcase(key, pattern) and "@" not in key)


PLAIN = {
    "train/loss": "training loss",
    "val/loss": "validation loss",
    "lr": "learning rate",
    "grad/norm": "gradient norm",
    "train/metric/*": "training metric",
    "val/metric/*": "validation metric",
}


def _plain(names: Iterable[str]) -> str:
    first = next(iter(names))
    return PLAIN.get(first, first)


def _too_short(watch: Watch, series: Series) -> str | None:
    """Why a series is too short for a detector, or None."""
    enough = watch.at_least
    have = float(len(series))
    if enough.effective and have >= enough.count:
        have = effective_points(series.values, independent=_independent(series))
    if have >= enough.count:
        return None
    counted = "independent points" if enough.effective and len(series) >= enough.count else "points"
    return f"{_plain([series.name])} is too short: {int(have)} {counted}, {enough.count} are needed"


def _independent(series: Series) -> bool:
    """Means over a window, and lines printed ten steps apart or more, count one each."""
    if series.per in ("epoch", "evaluation", "window", "running"):
        return True
    steps = series.steps
    return len(steps) > 1 and float(steps[-1] - steps[0]) / (len(steps) - 1) >= 10


# ------------------------------------------------------------------ judging


def _judge(
    run: Run, findings: list[Finding], unseen: list[Unseen], config: Configuration, why: str
) -> tuple[Ranking, Verdict]:
    detectors = units("detectors", config.plugins)
    families = {unit.id: unit.family for unit in detectors.values()}
    blind = {one.id for one in unseen}
    looked = {id for id in detectors if id not in blind and config.wants(id, families[id])}
    causes = {unit.id: unit.subject for unit in units("causes", config.plugins).values()}
    ranking = rank(causes, evidence(findings, looked, families), prior=HEALTH_PRIOR[why])
    fault_seen = any(one.invariant and one.when == "event" and one.severity != "info" for one in findings)
    return ranking, verdict(run, findings, unseen, benign=ranking.benign, fault_seen=fault_seen)


def _known(answer: Diagnosis, config: Configuration, why: str) -> int | None:
    """The earliest step at which the same cause already led to the same verdict."""
    if answer.verdict != "problem" or not answer.causes:
        return None
    moments = sorted({one.known_step for one in answer.problems if one.known_step is not None})
    for step in moments[:MOMENTS]:
        early = answer.run.until(step)
        findings, unseen = look(early, config)
        ranking, word = _judge(early, findings, unseen, config, why)
        top = max(ranking.probability.items(), key=lambda item: item[1], default=(None, 0.0))[0]
        if word.word == "problem" and top == answer.causes[0].id:
            return step
    return None


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
    order = sorted(ranking.probability.items(), key=lambda item: (-item[1], item[0]))
    return [
        _suspect(causes[id], share, run, findings, ranking, config)
        for id, share in order
        if id != CONVERGED and share >= max(config.min_probability, 0.01)
    ]


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
