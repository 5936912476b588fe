"""Many runs: one line each, worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from traindx.reports.curves import CURVES, chosen, history, seen
from traindx.reports.page import LABEL, Page, cells, clipped, tail
from traindx.reports.readings import leading, odds, weak
from traindx.reports.wording import WORDS, counted, message, named
from traindx.schema import Diagnosis, Run


def overview(diagnoses: Sequence[Diagnosis], *, width: int = 80, color: bool = False, unicode: bool = True) -> str:
    """Many runs: one line each in the order given (worst first), then how to see one of them."""
    page = Page(width=width, color=color, unicode=unicode)
    if not diagnoses:
        return "no runs"
    counts = {word: sum(one.verdict == word for one in diagnoses) for word in WORDS}
    parts = (("problem", "with a problem"), ("inconclusive", "undecided"), ("healthy", "healthy"))
    told = [f"{counts[word]:,} {words}" for word, words in parts if counts[word]]
    page.text(f"{counted(len(diagnoses), 'run')}: {', '.join(told)}")
    page.blank()
    names, above = _names([one.run for one in diagnoses])
    names = [page.clean(name) for name in names]
    column = min(max(map(cells, names)), max(12, 2 * (page.width - LABEL) // 5))
    for one, name in zip(diagnoses, names, strict=True):
        word, style = WORDS[one.verdict]
        shown = _short(name, names, column)
        pad = " " * (column - cells(shown) + 2)
        page.line(
            (f"{word:<{LABEL}}", style), (shown + pad, "bold"), (_gist(one, page, page.width - LABEL - column - 2), "")
        )
    page.blank()
    page.text(f"details: traindx diagnose {above}RUN", style="dim")
    return "\n".join(page.lines)


def _names(runs: list[Run]) -> tuple[list[str], str]:
    """The sources without the folders and the file name that all share, and those folders; the id where several lie in
    one file."""
    parts = [run.source.split("/") for run in runs]
    above = ""
    if len({run.source for run in runs}) > 1:
        while all(len(one) > 1 and one[0] == parts[0][0] for one in parts):
            above += parts[0][0] + "/"
            parts = [one[1:] for one in parts]
        if all(len(one) > 1 and one[-1] == parts[0][-1] for one in parts):
            parts = [one[:-1] for one in parts]
    names = ["/".join(one) for one in parts]
    twice = {name for name, count in Counter(names).items() if count > 1}
    told = [f"{name} #{run.id[-6:]}" if name in twice else name for name, run in zip(names, runs, strict=True)]
    return told, "" if above == "./" else above


def _short(name: str, names: list[str], column: int) -> str:
    """A name that fits: of one that is too long the folder that holds no other run, else its end."""
    if cells(name) <= column:
        return name
    folder = name.rpartition("/")[0]
    while folder and cells(folder) > column:
        folder = folder.rpartition("/")[0]
    alone = sum(f"{one}/".startswith(f"{folder}/") for one in names) == 1
    return folder if folder and alone else tail(name, column)


def _gist(diagnosis: Diagnosis, page: Page, room: int) -> str:
    """One run in one clause, with how its curve went where there is room for it."""
    series = chosen(diagnosis, 1)
    moved = f"{CURVES.get(series[0][0], named(series[0][0]))} {history(series[0][1], '')}" if series else "no series"
    reading = leading(diagnosis)
    if diagnosis.verdict == "inconclusive":
        words = diagnosis.reason or "nothing decides between the readings"
    elif diagnosis.verdict == "healthy":
        return page.clean(moved)
    elif reading is None or weak(reading):
        words = message(seen(diagnosis, 1)[0][0], diagnosis.run) if diagnosis.findings else "no known cause"
    else:
        share = f" ({odds(reading.probability, calibrated=diagnosis.calibrated)})"
        words = clipped(page.clean(reading.short), room - len(share)) + share
    words, moved = page.clean(words), page.clean(f"; {moved}")
    return words + moved if cells(words + moved) <= room else words
