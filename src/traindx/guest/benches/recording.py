"""Puts down what a batch left behind once it was read from the device, alike for every framework."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..capture import Capture
from ..measures.torch import STATISTICS


def put_down(
    capture: Capture, step: int, numbers: Mapping[str, Sequence[float]], names: Sequence[str], rows: Mapping[str, int]
) -> None:
    """The numbers of one batch by "kind place"; `names` are the modules, `rows` how many rows each saw."""
    norm = STATISTICS.index("norm")
    norms = [one[norm] for key, one in numbers.items() if key.startswith("grad ")]
    scalars = {"train/loss": numbers["loss"][0]}
    if norms:
        scalars["grad/norm"] = sum(one * one for one in norms) ** 0.5
    capture.table("modules", names)
    capture.scalars(step, scalars)
    for word, table in (("grad", "tensors"), ("weight", "tensors"), ("act", "modules")):
        places = _places(word, numbers)
        for column, statistic in enumerate(STATISTICS if places else ()):
            values = [one[column] for one in places.values()]
            capture.vector(step, f"{word}/{statistic}", table, values, list(places))
    for word in ("dead", "saturated", "between"):
        places = _places(word, numbers)
        seen = [rows[names[place]] for place in places] if word == "dead" else None
        if places:
            capture.vector(step, f"act/{word}", "modules", [one[0] for one in places.values()], list(places), seen)


def _places(word: str, numbers: Mapping[str, Sequence[float]]) -> dict[int, Sequence[float]]:
    return {int(key.split()[1]): one for key, one in numbers.items() if key.startswith(f"{word} ")}
