"""Many runs: one line each, worst first."""

from __future__ import annotations

from collections.abc import Sequence

from traindx.reports.curves import CURVES, chosen, history, seen
from traindx.reports.page import LABEL, Page, cells, tail
from traindx.reports.readings import leading, odds, weak
from traindx.reports.wording import WORDS, counted, message, named
from traindx.schema import Diagnosis


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
    names = _short([one.run.source for one in diagnoses])
    column = min(max(cells(page.clean(name)) for name in names), max(12, (page.width - LABEL) // 3))
    for one, name in zip(diagnoses, names, strict=True):
        word, style = WORDS[one.verdict]
        shown = tail(page.clean(name), column)
        pad = " " * (column - cells(shown) + 2)
        page.line(
            (f"{word:<{LABEL}}", style), (shown + pad, "bold"), (_gist(one, page, page.width - LABEL - column - 2), "")
        )
    page.blank()
    page.line(("details: traindx diagnose RUN", "dim"))
    return "\n".join(page.lines)


def _short(sources: list[str]) -> list[str]:
    """The sources without the folder that all of them share."""
    folders = [one.split("/")[:-1] for one in sources]
    shared = 0
    while len(set(sources)) > 1 and all(len(one) > shared and one[shared] == folders[0][shared] for one in folders):
        shared += 1
    return ["/".join(one.split("/")[shared:]) for one in sources]


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
        words = f"{reading.title} ({odds(reading.probability, calibrated=diagnosis.calibrated)})"
    words, moved = page.clean(words), page.clean(f"; {moved}")
    return words + moved if cells(words + moved) <= room else words
