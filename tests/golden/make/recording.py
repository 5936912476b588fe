"""What every making script does at its end: say who wrote the files and what is known to be in them.

`facts.json` is written from the values that were handed to the writer, never from reading its file back, so that a
reader can be held against it. Numbers that JSON cannot hold are the strings "NaN", "Infinity" and "-Infinity".
"""

from __future__ import annotations

import json
import math
import re
import shutil
import sys
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).resolve().parent.parent


def fresh(name: str) -> Path:
    """An empty folder for one writer's files."""
    folder = GOLDEN / name
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    return folder


def number(value: float) -> float | int | str:
    """The number as JSON can hold it."""
    if isinstance(value, int):
        return value
    value = float(value)
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")


def series(points: list[tuple[int, float]]) -> dict[str, Any]:
    """How many points a series has, how many are not finite, and a few of them: the ends, the middle, odd ones."""
    odd = [i for i, (_, value) in enumerate(points) if not math.isfinite(value)]
    last = len(points) - 1
    chosen = sorted({0, 1, last // 2, last - 1, last, *odd[:2]} & set(range(len(points))))
    return {
        "points": len(points),
        "non_finite": len(odd),
        "some": [[points[i][0], number(points[i][1])] for i in chosen],
    }


def grouped(rows: list[tuple[int, dict[str, float]]]) -> dict[str, dict[str, Any]]:
    """Rows of (step, numbers by name) as series by name."""
    points: dict[str, list[tuple[int, float]]] = {}
    for step, values in rows:
        for name, value in values.items():
            points.setdefault(name, []).append((step, value))
    return {name: series(found) for name, found in points.items()}


def record(folder: Path, *, writer: str, version: str, files: dict[str, Any], note: str = "") -> None:
    """Write `made_by.json` and `facts.json` beside the files."""
    made_by = {
        "writer": writer,
        "version": version,
        "python": ".".join(map(str, sys.version_info[:3])),
        "script": f"tests/golden/make/{Path(sys.argv[0]).name}",
    }
    if note:
        made_by["note"] = note
    _write(folder / "made_by.json", made_by)
    _write(folder / "facts.json", {"files": files})


def _write(path: Path, content: dict[str, Any]) -> None:
    text = json.dumps(content, indent=1, allow_nan=False)
    text = re.sub(r"\[\s+([^\[\]{},]+),\s+([^\[\]{},]+?)\s+\]", r"[\1, \2]", text)
    path.write_text(text + "\n", encoding="utf-8")
