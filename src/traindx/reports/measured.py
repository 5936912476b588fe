"""What a look at a model measured, as tables in words: a row for each tensor, a row for each layer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from traindx.reports.statistics import statistics
from traindx.reports.wording import compact, plain
from traindx.schema import Diagnosis, Run

Table = list[tuple[str, ...]]
TENSORS = ("Tensor", "Shape", "Weights, spread", "Gradient, norm", "Gradient, spread", "Zeros")
LAYERS = ("Layer", "Kind", "Output, mean", "Output, spread", "Zeros", "Dead", "Saturated")
FACTS = {  # that fit into a line each; the others are tables, or of use to programs alone
    "skips": "skip connections",
    "depth": "layers with weights",
    "independence": "change of an output when other rows, or later places, change",
}
COURSE = "only the course of a training shows it"


def tensors(run: Run) -> Table:
    """Each parameter with its values and what came back to it; empty where nothing was measured of any."""
    rows: Table = []
    for one in statistics(run)["tensors"]:
        gradient, weights = one["gradient"] or {}, one["weights"] or {}
        if gradient or weights:
            shape = " x ".join(map(str, one["about"].get("shape", ()))) or "-"
            numbers = (_number(weights, "std"), _number(gradient, "norm"), _number(gradient, "std"), _zeros(gradient))
            rows.append((one["name"], shape, *numbers))
    return [TENSORS, *rows] if rows else []


def layers(run: Run) -> Table:
    """Each layer with what left it; empty where nothing was measured of any."""
    rows: Table = []
    for one in statistics(run)["layers"]:
        output = one["output"] or {}
        if output:
            shares = (_share(output.get("dead")), _share(output.get("saturated")))
            numbers = (_number(output, "mean"), _number(output, "std"), _zeros(output), *shares)
            rows.append((one["name"] or "(the model)", str(one["about"].get("type", "-")), *numbers))
    return [LAYERS, *rows] if rows else []


def facts(run: Run) -> list[tuple[str, str]]:
    """What is known beside the tables, each in a line."""
    told = []
    for name, words in FACTS.items():
        value = run.fact(name)
        if isinstance(value, dict):
            value = ", ".join(f"{word.replace('_', ' ')} {_fact(one)}" for word, one in value.items() if word != "mode")
        if value is not None and value != "":
            told.append((words, plain(value)))
    return told


def gaps(diagnosis: Diagnosis) -> dict[str, list[str]]:
    """What was not looked for, by the reason; of a look on the bench, all that a batch cannot show together."""
    reasons: dict[str, list[str]] = {}
    for one in diagnosis.unseen:
        course = diagnosis.run.on_bench and ("too short" in one.reason or "the log has no" in one.reason)
        reason = one.reason.replace("not in the log", "not known") if diagnosis.run.on_bench else one.reason
        reasons.setdefault(COURSE if course else reason, []).append(one.id)
    return reasons


def ends(table: Table, most: int) -> tuple[Sequence[tuple[str, ...]], int]:
    """The head and the first and last rows of a long table, and how many are left out between them."""
    rows = table[1:]
    if len(rows) <= most:
        return table, 0
    half = most // 2
    return [table[0], *rows[:half], *rows[-half:]], len(rows) - 2 * half


def _number(row: dict[str, Any], word: str) -> str:
    return compact(row.get(word))


def _fact(value: Any) -> str:
    return compact(value) if isinstance(value, float) else plain(value)


def _zeros(row: dict[str, Any]) -> str:
    """The share of zeros; entries that are not finite are told in its place."""
    count, broken = row.get("count"), row.get("nonfinite")
    if broken:
        return f"{broken:,} not finite"
    return _share(row["zeros"] / count) if count and row.get("zeros") is not None else "-"


def _share(value: float | None) -> str:
    if value is None:
        return "-"
    if 0 < value < 0.005:
        return "<1 %"
    return f"{value:.0%}".replace("%", " %")
