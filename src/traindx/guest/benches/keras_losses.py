"""The loss of each row of a batch, from what a Keras model answered and what was wanted."""

from __future__ import annotations

import sys
from typing import Any

STEP = 64  # rows at once
LEAST = 1e-7  # of a probability, as Keras has it


def by_row(function: str, outputs: Any, targets: Any) -> list[float] | None:
    """The mean loss of each row; None where it cannot be told row by row. Both are NumPy arrays of as many rows."""
    if outputs.ndim < 1 or targets.ndim < 1 or len(outputs) != len(targets) or outputs.dtype.kind != "f":
        return None
    loss = _loss(function)
    if loss is None:
        return None
    found: list[float] = []
    for begin in range(0, len(outputs), STEP):
        given, wanted = outputs[begin : begin + STEP].astype("float64"), targets[begin : begin + STEP]
        if function.startswith("cross_entropy"):
            wanted = _as_labels(given, wanted)
        elif wanted.size == given.size:
            wanted = wanted.reshape(given.shape).astype("float64")
        else:
            wanted = None
        if wanted is None:
            return None
        found += [float(one) for one in loss(given, wanted).reshape(len(given), -1).mean(1)]
    return found


def _as_labels(given: Any, wanted: Any) -> Any:
    """The place of each wanted class, or its shares; None where neither fits the outputs."""
    if wanted.shape == given.shape and wanted.dtype.kind == "f":
        return wanted.astype("float64")
    if wanted.dtype.kind not in "iu" and not (wanted == wanted.astype("int64")).all():
        return None
    places = wanted.astype("int64")
    if places.shape == (*given.shape[:-1], 1):
        places = places[..., 0]
    inside = places.shape == given.shape[:-1] and places.size and 0 <= places.min() <= places.max() < given.shape[-1]
    return places if inside else None


def _loss(function: str) -> Any:
    numpy = sys.modules["numpy"]

    def cross_entropy(logs: Any, wanted: Any) -> Any:
        if wanted.dtype.kind == "f":
            return -(wanted * logs).sum(-1)
        return -numpy.take_along_axis(logs, wanted[..., None], -1)[..., 0]

    def of_logits(given: Any, wanted: Any) -> Any:
        high = given - given.max(-1, keepdims=True)
        return cross_entropy(high - numpy.log(numpy.exp(high).sum(-1, keepdims=True)), wanted)

    def of_probabilities(given: Any, wanted: Any) -> Any:
        shares = given / given.sum(-1, keepdims=True)
        return cross_entropy(numpy.log(numpy.clip(shares, LEAST, 1 - LEAST)), wanted)

    def binary(given: Any, wanted: Any) -> Any:
        sure = numpy.clip(given, LEAST, 1 - LEAST)
        return -(wanted * numpy.log(sure) + (1 - wanted) * numpy.log(1 - sure))

    def binary_of_logits(given: Any, wanted: Any) -> Any:
        return numpy.maximum(given, 0) - given * wanted + numpy.log1p(numpy.exp(-abs(given)))

    return {
        "cross_entropy": of_logits,
        "cross_entropy_of_probabilities": of_probabilities,
        "binary_cross_entropy": binary,
        "binary_cross_entropy_with_logits": binary_of_logits,
        "mse_loss": lambda given, wanted: (given - wanted) ** 2,
        "l1_loss": lambda given, wanted: abs(given - wanted),
    }.get(function)
