"""All that is measured of data, as the fact "data" that the detectors read: one way for arrays and for the bench."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from traindx.signals.class_balance import class_balance
from traindx.signals.classifying import standardized, told
from traindx.signals.column_shift import column_shift
from traindx.signals.columns import Columns, columns
from traindx.signals.equal_rows import equal_rows, shared_rows
from traindx.signals.far_values import far_values
from traindx.signals.label_noise import confident_joint, label_noise, suspects
from traindx.signals.single_column import skills
from traindx.verbs.given_data import IGNORED, Given, Target

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROWS = 2000  # that are looked at where the cost grows faster than the data
SHOWN = 20
UNIQUE = 30  # rows that differ: of fewer each may be a setting that was tried again and again
TELLING = 0.5  # skill of a column that is worth keeping


def data_facts(
    x: Given, y: Target | None = None, *, val: Given | None = None, val_y: Target | None = None
) -> dict[str, Any]:
    """What the detectors of the family `data` are told."""
    table, rows = x.table, _drawn(len(x))
    seen = columns(table)
    labels = y if y is not None and len(y.values) == len(x.values) else None
    codes = labels.codes[: len(table)] if labels is not None and labels.kind == "classes" else None
    # What was measured again is no copy where the answer is another number.
    numbers = labels is not None and labels.kind == "numbers" and len(labels.codes) >= len(table)
    same = equal_rows(_beside(table, labels.codes) if labels is not None and numbers else table, codes)
    fact: dict[str, Any] = {
        "rows": len(x.values),
        "looked": len(table),
        "kind": x.kind,
        "dtype": x.dtype,
        "shape": [int(length) for length in x.values.shape],
        "named": sorted(x.named),
        "columns": _columns(x, seen),
        "equal": {"copies": same.copies, "conflicting": same.conflicting, "largest": same.largest, "pairs": same.pairs},
        "rich": _rich(x, seen, len(table) - same.copies),
        "far": _far(x, table[rows], rows) if x.kind in ("columns", "images") else [],
        "missing_rows": [int(row) for row in _unfit_rows(table)[:SHOWN]],
    }
    if labels is not None:
        fact["target"] = _target(labels)
        if len(rows) == len(table) or codes is not None or labels.kind == "numbers":
            fact["telling"] = _telling(x, labels, rows)
        if codes is not None and x.kind != "tokens":
            fact["noise"] = _noise(table, labels, rows)
    if val is not None:
        fact["validation"] = _validation(x, val, labels, val_y)
    return fact


def _drawn(count: int) -> Any:
    """The rows that are looked at closely, in order."""
    import numpy as np

    if count <= ROWS:
        return np.arange(count)
    return np.sort(np.random.default_rng(0).choice(count, ROWS, replace=False))


def _columns(x: Given, seen: Columns) -> dict[str, list[Any]]:
    """Column by column, under the names of what was measured."""
    told_: dict[str, list[Any]] = {"name": list(x.names)}
    for word in ("mean", "std", "min", "max", "size"):
        told_[word] = [None if math.isnan(one) else float(one) for one in getattr(seen, word)]
    for word in ("missing", "infinite", "distinct"):
        told_[word] = [int(one) for one in getattr(seen, word)]
    told_["whole"] = [bool(one) for one in seen.whole]
    return told_


def _rich(x: Given, seen: Columns, unique: int) -> bool:
    """Whether equal rows are no chance: a column with hardly two values alike, or many columns of many values."""
    if unique < UNIQUE:
        return False
    if x.kind == "text":
        return x.table.shape[1] == 1 or bool((seen.distinct > 0.5 * max(unique, 1)).any())
    continuous = (seen.distinct > 0.5 * max(unique, 1)) & ~(seen.whole & (x.kind == "columns"))
    return bool(continuous.any() or (seen.distinct > 10).sum() >= 16)


def _beside(table: Floats, numbers: Floats) -> Floats:
    import numpy as np

    return np.column_stack([table, numbers[: len(table)]])


def _unfit_rows(table: Floats) -> Any:
    import numpy as np

    return np.flatnonzero(~np.isfinite(table).all(axis=1))


def _far(x: Given, table: Floats, rows: Any) -> list[dict[str, Any]]:
    """Values far out and where they stand in the data; of an image its mean and its spread are looked at."""
    import numpy as np

    names, kept = x.names, [place for place in range(table.shape[1]) if place not in x.named]
    if x.kind == "images":
        with np.errstate(invalid="ignore", over="ignore"):
            table, names, kept = np.column_stack([table.mean(axis=1), table.std(axis=1)]), ["mean", "spread"], [0, 1]
    found = far_values(table[:, kept])
    return [
        {"row": int(rows[one.row]), "column": names[kept[one.column]], "value": one.value, "usual": one.usual,
         "beyond": one.beyond}
        for one in found[:SHOWN]
    ]  # fmt: skip


def _target(y: Target) -> dict[str, Any]:
    """What the labels are."""
    import numpy as np

    fact: dict[str, Any] = {"kind": y.kind, "missing": y.missing, "dtype": str(y.values.dtype)}
    if y.kind == "classes":
        codes = y.codes[y.codes >= 0]
        balance = class_balance(codes)
        fact.update(
            classes={str(y.labels[code]): count for code, count in balance.counts.items()},
            entropy=balance.entropy, effective=balance.effective, ratio=balance.ratio,
        )  # fmt: skip
    if y.values.dtype.kind in "iufb" and y.values.size:
        counted = y.values[y.values != IGNORED] if y.values.dtype.kind in "iu" else y.values
        finite = counted[np.isfinite(counted.astype(np.float64))].astype(np.float64)
        if finite.size:
            with np.errstate(over="ignore"):
                fact.update(min=float(finite.min()), max=float(finite.max()))
                fact.update(mean=float(finite.mean()), std=float(finite.std()))
    return fact


def _telling(x: Given, y: Target, rows: Any) -> list[dict[str, Any]]:
    """The columns that tell much of the target alone, the most telling first."""
    import numpy as np

    if y.kind == "several" or x.table.shape[1] < 2:
        return []
    rows = rows[rows < len(x.table)]
    wanted = y.codes[rows].astype(np.float64)
    rows, wanted = rows[(wanted >= 0) | (y.kind != "classes")], wanted[(wanted >= 0) | (y.kind != "classes")]
    good = np.isfinite(wanted)
    rows, wanted = rows[good], wanted[good]
    if len(rows) < 20:
        return []
    table = x.table[rows]
    skill = skills(table, wanted, classes=y.kind == "classes")
    order = np.argsort(-skill, kind="stable")[:SHOWN]
    return [
        {"column": x.names[place], "skill": float(skill[place]), "numbered": _numbered(x.table[:, place])}
        for place in order
        if skill[place] >= TELLING
    ]


def _numbered(column: Floats) -> bool:
    """Whether it counts the rows: whole numbers, each once, in rising order or nearly."""
    import numpy as np

    steps = np.diff(column)
    whole = bool(np.isfinite(column).all() and (column == np.floor(column)).all())
    return whole and len(np.unique(column)) == len(column) and bool((steps > 0).mean() > 0.9)


def _noise(table: Floats, y: Target, rows: Any) -> dict[str, Any]:
    """How many labels are wrong, as far as that can be told, and which rows to look at first."""
    import numpy as np

    rows = rows[(rows < len(table)) & (y.codes[np.minimum(rows, len(y.codes) - 1)] >= 0)]
    names, codes = np.unique(y.codes[rows], return_inverse=True)
    codes = codes.ravel()
    if len(names) < 2 or len(rows) < 20 or len(names) > len(rows) / 10:
        return {"share": None, "reason": "there are too few rows of each class", "rows": [], "pairs": []}
    answer = told(standardized(table[rows]), codes)
    noise = label_noise(answer.probabilities, codes)
    joint = confident_joint(answer.probabilities, codes)
    np.fill_diagonal(joint, 0)
    worst = [divmod(int(place), len(names)) for place in np.argsort(-joint, axis=None)[:5] if joint.flat[place]]
    return {
        "share": noise.share, "low": noise.low, "high": noise.high, "reason": noise.reason,
        "by": answer.by, "agreement": answer.agreement,
        "rows": [int(rows[place]) for place in suspects(answer.probabilities, codes)[:SHOWN]],
        "pairs": [{"labelled": str(y.labels[names[i]]), "looks_like": str(y.labels[names[j]]), "rows": int(joint[i, j])}
                  for i, j in worst],
    }  # fmt: skip


def _validation(x: Given, val: Given, y: Target | None, val_y: Target | None) -> dict[str, Any]:
    """What the validation set shares with the training set, and where it differs from it."""
    fact: dict[str, Any] = {"rows": len(val.values), "columns": val.table.shape[1]}
    if val.table.shape[1] != x.table.shape[1]:
        return fact
    exact, rounded = shared_rows(x.table, val.table), shared_rows(x.table, val.table, rounded=True)
    fact.update(shared=len(exact), alike=len(rounded), shared_rows=[int(row) for row in rounded[:SHOWN]])
    rows, val_rows = _drawn(len(x)), _drawn(len(val))
    if x.kind in ("columns", "values", "images") and not x.named:
        moved = column_shift(x.table[rows], val.table[val_rows])
        fact["looked"] = x.table.shape[1]
        fact["moved"] = len(moved)
        fact["shifts"] = [
            {"column": x.names[one.column], "distance": one.distance, "medians": one.medians, "spreads": one.spreads}
            for one in moved[:SHOWN]
        ]
        before, after = columns(x.table[rows]), columns(val.table[val_rows])
        fact["sizes"] = [_typical(before), _typical(after)]
    if y is not None and val_y is not None and y.kind == val_y.kind == "classes":
        unknown = sorted({str(one) for one in val_y.labels} - {str(one) for one in y.labels})
        fact["new_classes"] = unknown[:SHOWN]
    return fact


def _typical(seen: Columns) -> float | None:
    """The usual size of a column that is not empty."""
    import numpy as np

    sizes = seen.size[np.isfinite(seen.size) & (seen.size > 0)]
    return float(np.median(sizes)) if sizes.size else None


def batch_facts(batch: dict[str, Any]) -> dict[str, Any] | None:
    """What is known of a batch whose rows were not handed over: each of its inputs stands for a column."""
    inputs = [one for one in batch.get("inputs") or [] if "mean" in one]
    if not inputs:
        return None
    first, rows = inputs[0], batch.get("size") or 0
    about: dict[str, list[Any]] = {"name": [str(one.get("name")) for one in inputs]}
    about |= {word: [_finite(one.get(word)) for one in inputs] for word in ("mean", "std", "min", "max")}
    about["size"] = [_size(mean, std) for mean, std in zip(about["mean"], about["std"], strict=True)]
    about["missing"], about["infinite"] = ([one.get(word) or 0 for one in inputs] for word in ("nan", "inf"))
    about["distinct"] = [1 if one.get("alike") or one.get("constant") else max(rows, 2) for one in inputs]
    about["whole"] = ["int" in str(one.get("dtype")) for one in inputs]
    target: dict[str, Any] = next(iter(batch.get("targets") or []), {})
    known: dict[str, Any] = {word: _finite(target[word]) for word in ("min", "max", "mean", "std") if word in target}
    known |= {word: target[word] for word in ("dtype",) if word in target}
    if target.get("classes") and len(target.get("shape") or ()) == 1:
        known.update(kind="classes", classes={str(key): count for key, count in target["classes"].items()})
    return {"rows": rows, "looked": rows, "kind": "columns", "dtype": str(first.get("dtype")), "named": [],
            "shape": first.get("shape"), "columns": about, **({"target": known} if known else {})}  # fmt: skip


def _finite(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None


def _size(mean: float | None, std: float | None) -> float | None:
    return None if mean is None or std is None else math.hypot(mean, std)
