"""The answer as JUnit XML, for servers that show tests: a suite for each run, a case for its verdict and each finding.

A case fails exactly where the exit status does: the verdict, and the findings that are new. What could not be looked
at is a skipped case, what could not be read a case with an error.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from traindx.guards.escaping import terminal
from traindx.reports.curves import ordered
from traindx.reports.section import gist
from traindx.reports.wording import WORDS, message
from traindx.schema import Diagnosis, Identity

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LETTERS = 2_000  # of one text from a log


def junit(
    diagnoses: Sequence[Diagnosis],
    errors: Sequence[Mapping[str, Any]] = (),
    *,
    known: Collection[Identity] = (),
    failing: Collection[str] = ("problem",),
) -> str:
    """`failing` are the verdicts that make the exit status 1, `known` the findings that do not count."""
    from xml.etree import ElementTree

    top = ElementTree.Element("testsuites", name="traindx")
    for one in diagnoses:
        _suite(top, one, known, failing)
    if errors:
        suite = _under(top, "testsuite", name="what could not be read")
        for error in errors:
            case = _case(suite, "traindx", str(error.get("source", "")))
            _under(case, "error", type="unreadable", message=f"{error.get('what', '')}; {error.get('do', '')}")
    _count(top)
    ElementTree.indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(top, encoding="unicode") + "\n"


def _suite(top: Element, diagnosis: Diagnosis, known: Collection[Identity], failing: Collection[str]) -> None:
    source = diagnosis.run.source
    suite = _under(top, "testsuite", name=source)
    fails = diagnosis.fails(failing, known)
    word = f"{WORDS[diagnosis.verdict][0]} {gist(diagnosis)}"
    case = _case(suite, source, "verdict")
    _under(case, "failure", type=diagnosis.verdict, message=word) if fails else _say(case, word)
    news = diagnosis.new_problems(known) if fails else []
    for one in ordered(diagnosis):
        place = [part for part in (one.series, one.layer, f"rank {one.rank}" if one.rank is not None else None) if part]
        place += [f"{diagnosis.run.unit} {one.first_step}"] if one.first_step is not None else []
        case = _case(suite, source, ", ".join([one.id, *place]))
        told = message(one, diagnosis.run)
        if one.where.path:
            case.set("file", _clean(one.where.path))
            case.set("line", str(one.where.line or 1))
        if any(one is new for new in news):
            _under(case, "failure", type=one.id, message=f"{one.severity}: {told}")
        else:
            _say(case, f"{'known, ' if one.identity in known else ''}{one.severity}: {told}")
    for unseen in diagnosis.unseen:
        _under(_case(suite, source, unseen.id), "skipped", message=unseen.reason)


def _case(suite: Element, source: str, name: str) -> Element:
    return _under(suite, "testcase", classname=source, name=name)


def _say(case: Element, text: str) -> None:
    _under(case, "system-out").text = _clean(text)


def _count(top: Element) -> None:
    """How many cases there are and how they went, for each suite and for all."""
    for suite in (*top.findall("testsuite"), top):
        for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(name, str(sum(1 for _ in suite.iter(tag))))


def _under(parent: Element, tag: str, **attributes: str) -> Element:
    from xml.etree import ElementTree

    return ElementTree.SubElement(parent, tag, {name: _clean(text) for name, text in attributes.items()})


def _clean(text: str) -> str:
    """Without characters that XML cannot hold or nobody can see, and of a length that a server can bear."""
    return terminal(text if len(text) <= LETTERS else text[: LETTERS - 3] + "...")
