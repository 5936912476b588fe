"""Draws the curves of a run, or hands its points over."""

from __future__ import annotations

import csv
import fnmatch
import json
import os
from collections.abc import Iterator

import msgspec

from traindx.guards.escaping import csv_cell
from traindx.guards.overwriting import never_over
from traindx.guards.refusal import Refused
from traindx.reports import sparkline
from traindx.schema import Run
from traindx.verbs.read import read


def sparklines(paths: tuple[str, ...], names: tuple[str, ...] = (), *, width: int = 80, unicode: bool = True) -> str:
    """A line for every series of every run."""
    return "\n".join(sparkline.sparklines(run, width=width, unicode=unicode) for run in _runs(paths, names))


def draw(paths: tuple[str, ...], output: str, names: tuple[str, ...] = ()) -> list[str]:
    """Pictures: one file, or a folder with the loss curve, the rate against the loss, and what is logged by layer."""
    from traindx.reports.layer_plots import gradient_flow, pictures
    from traindx.reports.plots import loss_curve

    runs = _runs(paths, names)
    suffix = os.path.splitext(output)[1].lower()
    if suffix not in ("", ".png", ".svg"):
        raise Refused(f"{output} is no picture that can be drawn", "name a .png or .svg file, or a folder")
    lines = []
    for run in runs:
        if suffix and len(runs) == 1:
            flow = os.path.basename(output).startswith("gradient_flow")
            first, second = (gradient_flow, loss_curve) if flow else (loss_curve, gradient_flow)
            drawn = [output] if first(run, output) or second(run, output) else []
        else:
            folder = output if len(runs) == 1 else os.path.join(os.path.splitext(output)[0], run.id)
            os.makedirs(folder, exist_ok=True)
            drawn = [os.path.join(folder, name) for name in pictures(run, folder, suffix or ".png")]
        lines.append(f"wrote {', '.join(drawn)}" if drawn else f"{run.source}: nothing to draw")
    return lines


def draw_two(before: str, after: str, output: str) -> list[str]:
    """Two runs in one picture: a file, or `training_comparison.png` in a folder."""
    from traindx.reports.comparison import training_comparison

    suffix = os.path.splitext(output)[1]
    if os.path.isdir(output) or output.endswith("/") or not suffix:
        output = os.path.join(output, "training_comparison.png")
    elif suffix.lower() not in (".png", ".svg"):
        raise Refused(f"{output} is no picture that can be drawn", "name a .png or .svg file, or a folder")
    one, two = _single(before, "--before"), _single(after, "--after")
    try:
        os.makedirs(os.path.dirname(output) or ".", exist_ok=True)
        drawn = training_comparison(one, two, output)
    except OSError as error:
        raise Refused(f"{output} cannot be written ({error.strerror})", "name another file") from None
    if not drawn:
        raise Refused(
            f"{before} and {after} hold none of loss, metric, learning rate and gradient norm",
            "see them with traindx plot PATH",
        )
    return [f"wrote {output}"]


def lines_of_two(before: str, after: str, names: tuple[str, ...] = (), *, width: int = 80, unicode: bool = True) -> str:
    """The curves of two runs one above the other, with what became of their last and best values."""
    from traindx.reports.two_runs import two_runs

    one, two = _single(before, "--before", names), _single(after, "--after", names)
    return two_runs(one, two, width=width, unicode=unicode)


def _single(path: str, option: str, names: tuple[str, ...] = ()) -> Run:
    """The one run that a path holds."""
    runs = _runs((path,), names)
    if len(runs) != 1:
        some = ", ".join(run.source for run in runs[:4]) + (", ..." if len(runs) > 4 else "")
        raise Refused(f"{path} holds {len(runs)} runs", f"name one of them with {option}: {some}")
    return runs[0]


def export(paths: tuple[str, ...], output: str, names: tuple[str, ...] = ()) -> list[str]:
    """The points as CSV or JSON lines: run, series, step, value."""
    suffix = os.path.splitext(output)[1].lower()
    if suffix not in (".csv", ".jsonl"):
        raise Refused(f"{output} is in no format that can be written", "name a .csv or .jsonl file")
    runs = _runs(paths, names)
    never_over(output, [*paths, *(run.source for run in runs)])
    count = 0
    try:
        file = open(output, "w", encoding="utf-8", errors="backslashreplace", newline="")  # noqa: SIM115
    except OSError as error:
        raise Refused(f"{output} cannot be written ({error.strerror})", "name another file") from None
    with file:
        if suffix == ".csv":
            table = csv.writer(file, lineterminator="\n")
            table.writerow(["run", "series", "step", "value"])
            for run, name, step, value in _points(runs):
                table.writerow([csv_cell(run), csv_cell(name), step, repr(value)])
                count += 1
        else:
            for run, name, step, value in _points(runs):
                json.dump({"run": run, "series": name, "step": step, "value": _strict(value)}, file)
                file.write("\n")
                count += 1
    return [f"wrote {output}: {count:,} points of {len(runs)} run{'s' if len(runs) != 1 else ''}"]


def _points(runs: list[Run]) -> Iterator[tuple[str, str, int, float]]:
    for run in runs:
        for key, series in run.series.items():
            for step, value in zip(series.steps.tolist(), series.values.tolist(), strict=True):
                yield run.id, key, step, value


def _strict(value: float) -> float | str:
    if value != value:
        return "NaN"
    return value if abs(value) != float("inf") else ("Infinity" if value > 0 else "-Infinity")


def _runs(paths: tuple[str, ...], names: tuple[str, ...]) -> list[Run]:
    runs = read(list(paths))
    if not names:
        return runs
    kept = []
    for run in runs:
        series = {key: one for key, one in run.series.items() if any(fnmatch.fnmatchcase(key, name) for name in names)}
        if series:
            kept.append(msgspec.structs.replace(run, series=series))
    if not kept:
        known = sorted({key for run in runs for key in run.series})
        raise Refused(f"no series is called {', '.join(names)}", f"these are there: {', '.join(known[:12])}")
    return kept
