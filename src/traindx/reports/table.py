"""What the bench measured, as a table on a terminal and in a notebook: a row a tensor or layer."""

from __future__ import annotations

from typing import Any

from traindx.guards.escaping import html as safe
from traindx.guards.escaping import terminal
from traindx.reports.page import cells, clipped
from traindx.reports.wording import counted
from traindx.schema.stats import Stats

COLUMNS = {
    "gradients": ("norm", "mean", "std", "min", "max", "zeros", "count"),
    "activations": ("mean", "std", "min", "max", "dead", "saturated"),
    "architecture": ("type", "parameters", "trainable", "activation", "p"),
    "data": ("mean", "std", "min", "max", "missing"),
}
ROWS = 60  # a model of many more layers is told by its first and last ones
NAME = 28
WIDTH = 11
ENDS = ROWS // 2


def text(stats: Stats) -> str:
    """At most 80 columns wide and ROWS rows long; `dict(stats.rows)` has the rest."""
    columns = _columns(stats)
    shown = _shown(list(stats))
    lines = [f"{stats.subject} of {terminal(stats.run.source)}: {counted(len(stats), 'row')}"]
    lines += [f"  {word.replace('_', ' ')}: {_number(value)}" for word, value in stats.summary.items() if _plain(value)]
    lines.append(f"{'':<{NAME}}" + "".join(f"{word:>{WIDTH}}" for word in columns[: (80 - NAME) // WIDTH]))
    for name in shown:
        if name is None:
            lines.append(f"... {len(stats) - len(shown) + 1} more ...")
            continue
        label = clipped(terminal(name), NAME - 1)
        row = "".join(f"{_number(stats[name].get(word)):>{WIDTH}}" for word in columns[: (80 - NAME) // WIDTH])
        lines.append(label + " " * (NAME - cells(label)) + row)
    lines += [f"{one.severity}: {terminal(one.message)}" for one in stats.problems]
    return "\n".join(line.rstrip() for line in lines)


def html(stats: Stats) -> str:
    """The same for a notebook, without a script or a style sheet."""
    columns = _columns(stats)
    cell = 'style="text-align:right;padding:1px 8px;border:0;background:none"'
    left = cell.replace("right", "left")
    head = "".join(f"<th {cell}>{safe(word)}</th>" for word in columns)
    body = ""
    for name in _shown(list(stats)):
        if name is None:
            body += f"<tr><td {left}>{len(stats) - ROWS} more</td></tr>"
            continue
        numbers = "".join(f"<td {cell}>{safe(_number(stats[name].get(word)))}</td>" for word in columns)
        body += f"<tr><td {left}>{safe(name)}</td>{numbers}</tr>"
    said = f"<div><b>{safe(stats.subject)}</b> {safe(stats.run.source)}</div>"
    told = "".join(f"<div>{safe(one.severity)}: {safe(one.message)}</div>" for one in stats.problems)
    return f'{said}<table style="border:0;margin:4px 0"><tr><th {left}></th>{head}</tr>{body}</table>{told}'


def _columns(stats: Stats) -> list[str]:
    known = {word for row in stats.rows.values() for word in row}
    usual = [word for word in COLUMNS.get(stats.subject, ()) if word in known]
    return usual or sorted(known)


def _shown(names: list[str]) -> list[str | None]:
    return list(names) if len(names) <= ROWS else [*names[:ENDS], None, *names[-ENDS:]]


def _plain(value: Any) -> bool:
    return value is not None and value not in ({}, [], "")


def _number(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        if isinstance(value, dict):
            return ", ".join(f"{word} {count}" for word, count in value.items())
        return terminal(", ".join(map(str, value)) if isinstance(value, list) else str(value))
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3g}"
