"""What data are made of, column by column, and what in them stands in the way of training."""

from __future__ import annotations

from typing import Any

from traindx.guards.refusal import Refused
from traindx.schema import Fact, Run
from traindx.schema.stats import Stats
from traindx.verbs.data_facts import data_facts
from traindx.verbs.given_data import CELLS, Given, array, given, parted, target
from traindx.verbs.inspect import described, is_loader, judged

FAMILIES = ("data",)
GATHERED = 50_000  # rows of a loader


def data_stats(x: Any, y: Any = None, *, model: Any = None, val: Any = None, rows: int = GATHERED) -> Stats:
    """Balance, ranges, missing and far values, copies, telling columns, wrong labels; with `val` what it shares.

    `x` is an array, a DataFrame, a tensor, a batch (x, y) or a loader, of which at most `rows` rows are read; `val` the
    same for validation. Of a model only its first layers are looked at: one that normalises needs no scaled inputs.
    Labels are judged by classifiers of our own that never saw the row: a trained model has seen its wrong labels too.
    """
    inputs, labels = _gathered(x, y, rows)
    made, known = given(inputs), None if labels is None else target(labels)
    if known is not None and len(known.values) != len(made.values):
        counts = f"{len(made.values):,} rows of inputs but {len(known.values):,} labels"
        raise Refused(f"there are {counts}", "hand over one label for each row")
    val_x, val_y = (None, None) if val is None else _gathered(*_pair(val), rows)
    fact = data_facts(
        made,
        known,
        val=None if val_x is None else given(val_x),
        val_y=None if val_y is None else target(val_y),
    )
    run = _run(fact, model)
    return Stats(
        subject="data", run=run, rows=table(made, fact), summary=summary(fact), diagnosis=judged(run, FAMILIES)
    )


def _run(fact: dict[str, Any], model: Any) -> Run:
    facts = [Fact("recording", "bench"), Fact("data", fact)]
    framework = None
    if model is not None:
        look = described(model)
        facts += [one for one in look.facts if one.name in ("modules", "model", "tensors")]
        framework = look.framework
    return Run("data", "data", "memory", framework=framework, facts=facts, settings={"samples": fact["rows"]})


def _pair(data: Any) -> tuple[Any, Any]:
    return (data[0], data[1]) if isinstance(data, (tuple, list)) and len(data) == 2 else (data, None)


def _gathered(x: Any, y: Any, rows: int) -> tuple[Any, Any]:
    """The inputs and the labels, of a loader those of its batches one after the other."""
    import numpy as np

    if y is not None:
        return x, y
    if not is_loader(x):
        return parted(x)
    inputs: list[Any] = []
    labels: list[Any] = []
    count = cells = 0
    for batch in x:
        one, label = parted(batch)
        inputs.append(array(one))
        if label is not None:
            labels.append(array(label))
        count, cells = count + len(inputs[-1]), cells + inputs[-1].size
        if count >= rows or cells >= CELLS:
            break
    if not inputs:
        raise Refused("the loader gave no batch", "give one that has at least one batch")
    if len({one.shape[1:] for one in inputs}) > 1:
        raise Refused("the batches have rows of different shapes", "pad them, or hand over one batch")
    return np.concatenate(inputs), np.concatenate(labels) if len(labels) == len(inputs) else None


def table(made: Given, fact: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """A row for each column, of images for each channel."""
    if made.kind == "images":
        return _channels(made)
    measured = fact["columns"]
    words = ("mean", "std", "min", "max", "missing", "infinite")
    rows = {name: {word: measured[word][place] for word in words} for place, name in enumerate(measured["name"])}
    for place, row in enumerate(rows.values()):
        row["constant"] = measured["distinct"][place] <= 1
    return rows


def _channels(made: Given) -> dict[str, dict[str, Any]]:
    import numpy as np

    values = made.values
    first = values.ndim == 4 and values.shape[1] in (1, 3, 4)
    axis = (1 if first else 3) if values.ndim == 4 else None
    parts = [values] if axis is None else np.moveaxis(values, axis, 0)
    rows = {}
    for place, part in enumerate(parts):
        numbers = part[: max(1, CELLS // max(1, part[0].size))].astype(np.float64) if len(part) else part
        finite = numbers[np.isfinite(numbers)] if numbers.size else numbers
        row: dict[str, Any] = {"missing": int(np.isnan(numbers).sum()), "infinite": int(np.isinf(numbers).sum())}
        if finite.size:
            row |= {"mean": float(finite.mean()), "std": float(finite.std()), "min": float(finite.min())}
            row |= {"max": float(finite.max()), "constant": bool(finite.min() == finite.max())}
        rows[f"channel {place}"] = row
    return rows


def summary(fact: dict[str, Any]) -> dict[str, Any]:
    """The first questions about data."""
    about, noise = fact.get("target") or {}, fact.get("noise") or {}
    share = noise.get("share")
    told = {
        "rows": fact["rows"],
        "shape": fact["shape"],
        "kind": fact["kind"],
        "copies": fact["equal"]["copies"],
        "classes": dict(list((about.get("classes") or {}).items())[:10]),
        "wrong_labels": None if share is None else f"{share:.1%} ({noise['low']:.0%} to {noise['high']:.0%})",
        "wrong_labels_unknown": noise.get("reason"),
        "shared_with_validation": (fact.get("validation") or {}).get("shared"),
    }
    return {word: value for word, value in told.items() if value is not None}
