"""Tells an answer in one of its forms, on the screen or in files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from traindx.guards.overwriting import never_over
from traindx.guards.refusal import Refused
from traindx.registry import units
from traindx.reports import github as as_github
from traindx.reports import html as as_html
from traindx.reports import json as as_json
from traindx.reports import junit as as_junit
from traindx.reports import lines as as_lines
from traindx.reports import markdown as as_markdown
from traindx.reports import notebook, sparkline, stats_plots
from traindx.reports import table as as_table
from traindx.reports import text as as_text
from traindx.reports.statistics import statistics
from traindx.schema import Identity
from traindx.schema.display import drawn_by, shown_by
from traindx.verbs.diagnose import Answer

PICTURES_NEED = "pictures were not drawn, matplotlib is missing; pip install 'traindx[plot]'"


shown_by("Diagnosis", text=as_text.text, html=notebook.diagnosis_html)
shown_by("Run", text=sparkline.sparklines, html=notebook.run_html)
shown_by("Stats", text=as_table.text, html=as_table.html)
drawn_by("Stats", stats_plots.draw)


class Display(NamedTuple):
    """What the screen can show."""

    width: int = 80
    color: bool = False
    unicode: bool = True
    full: bool = False


def tell(
    answer: Answer,
    form: str,
    *,
    brief: bool = False,
    display: Display | None = None,
    told: Collection[tuple[Identity, int | None]] = (),
) -> str:
    """The whole answer in one form; `told` are the findings that had their line before."""
    errors = [one._asdict() for one in answer.troubles]
    given, known, failing = answer.diagnoses, answer.known, answer.failing
    forms: dict[str, Callable[[], str]] = {
        "json": lambda: as_json.payload(given, answer.command, errors, brief=brief, answer=_statistics(answer)),
        "jsonl": lambda: as_lines.lines(given, errors, known=known, told=told),
        "markdown": lambda: "\n".join(as_markdown.markdown(one) for one in given),
        "html": lambda: as_html.html(given, errors, sample=answer.sample),
        "junit": lambda: as_junit.junit(given, errors, known=known, failing=failing),
        "github": lambda: as_github.github(given, errors, known=known, failing=failing),
    }
    return forms[form]() if form in forms else _screen(answer, display or Display())


def _statistics(answer: Answer) -> dict[str, Any]:
    """What a look at a model measured; a diagnosis of logs has no answer beside its runs."""
    return statistics(answer.diagnoses[0].run) if answer.command == "inspect" and answer.diagnoses else {}


def summarize(answer: Answer, path: str | None) -> list[str]:
    """Appends a summary to the file that GitHub Actions shows beside a job; returns what went wrong."""
    errors = [one._asdict() for one in answer.troubles]
    if not path:
        return []
    try:
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(as_github.summary(answer.diagnoses, errors, known=answer.known))
    except OSError as error:
        return [f"the summary of the job was not written: {path} ({error.strerror})"]
    return []


def _screen(answer: Answer, display: Display) -> str:
    if not answer.diagnoses:
        return ""
    if len(answer.diagnoses) == 1 or display.full:
        looked_for = len(units("detectors", answer.config.plugins))
        screens = [as_text.text(one, **display._asdict(), looked_for=looked_for) for one in answer.diagnoses]
        return "\n".join(screens)
    return as_text.overview(answer.diagnoses, width=display.width, color=display.color, unicode=display.unicode)


def write(answer: Answer, output: str, *, form: str, brief: bool = False, display: Display | None = None) -> list[str]:
    """Writes the answer to a file, or the whole set to a folder; returns what to say about it."""
    if not (os.path.isdir(output) or output.endswith(("/", os.sep)) or not os.path.splitext(output)[1]):
        never_over(output, [one.run.source for one in answer.diagnoses])
        plain = (display or Display())._replace(color=False)
        _save(output, tell(answer, form, brief=brief, display=plain))
        return [f"wrote {output}"]
    written: list[str] = []
    for diagnosis in answer.diagnoses:
        folder = output if len(answer.diagnoses) == 1 else os.path.join(output, diagnosis.run.id)
        written += _set(answer._replace(diagnoses=[diagnosis]), folder)
    if len(answer.diagnoses) > 1:
        together = os.path.join(output, "report.html")
        _save(together, tell(answer, "html"))
        written.append(f"wrote {together}")
    return written


def _set(answer: Answer, folder: str) -> list[str]:
    diagnosis = answer.diagnoses[0]
    files = {
        "diagnostic_report.md": as_markdown.markdown(diagnosis),
        "optimization_recommendations.md": as_markdown.recommendations(diagnosis),
        "diagnosis.json": tell(answer, "json"),
        "report.html": tell(answer, "html"),
    }
    for name, content in files.items():
        _save(os.path.join(folder, name), content)
    from traindx.reports.layer_plots import pictures
    from traindx.reports.plots import MissingExtra

    lines = [f"wrote {os.path.join(folder, '')}: {', '.join(files)}"]
    try:
        drawn = pictures(diagnosis, folder)
        drawn += _of_the_look(answer, folder) if answer.command == "inspect" else []
    except MissingExtra as missing:
        return [*lines, str(missing)]
    return [f"{lines[0]}, {', '.join(drawn)}"] if drawn else lines


def _of_the_look(answer: Answer, folder: str) -> list[str]:
    """What only a look has pictures of, and all of its pictures as SVG too; returns the names of the files."""
    from traindx.reports.activation_plots import activations
    from traindx.reports.layer_plots import pictures
    from traindx.reports.sample_plots import samples

    (diagnosis,) = answer.diagnoses
    drawn = pictures(diagnosis, folder, ".svg")
    for suffix in (".png", ".svg"):
        if activations(diagnosis, os.path.join(folder, f"activations{suffix}")):
            drawn.append(f"activations{suffix}")
        if samples(diagnosis.run, answer.sample, os.path.join(folder, f"samples{suffix}")):
            drawn.append(f"samples{suffix}")
    return drawn


def _save(path: str, content: str) -> None:
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(content)
    except OSError as error:
        raise Refused(f"{path} cannot be written ({error.strerror})", "name another file or folder with -o") from None


def say(text: str) -> None:
    """Prints to standard output, whatever it can encode."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.write("" if text.endswith("\n") or not text else "\n")
    sys.stdout.flush()
