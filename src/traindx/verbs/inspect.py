"""Looks at a model and its data on the bench, in this process or in a child of the model's own environment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from traindx.guards.refusal import Refused
from traindx.readers.traindx_recording import TraindxRecording
from traindx.schema import Head, Run

FAMILIES = ("gradients", "activations", "data", "architecture")


def measured(
    model: Any,
    data: Any,
    loss: Any = None,
    *,
    only: Iterable[str] = (),
    batches: int = 1,
    optimizer: Any = None,
) -> Run:
    """What one batch, or several, does to a model that lives in this process."""
    from traindx.guest.bench import look
    from traindx.guest.capture import Capture

    pieces: list[bytes] = []
    try:
        look(model, each(data, batches), loss, Capture(pieces.append), only=frozenset(only), optimizer=optimizer)
    except ValueError as error:
        if type(error).__module__.startswith("traindx.guest"):
            what, _, do = str(error).rpartition("; ")
            raise Refused(what, do) from None
        raise
    return recorded(b"".join(pieces), type(model).__name__)


def recorded(recording: bytes, name: str) -> Run:
    """The run that a recording tells of."""
    fold = TraindxRecording(Head(name, recording[:65536], True))
    fold.feed(recording)
    (run,) = fold.runs()
    return run


def each(data: Any, batches: int) -> Iterator[Any]:
    """The batches of a loader, or the one batch that was handed over."""
    return islice(iter(data), batches) if is_loader(data) else iter([data])


def is_loader(data: Any) -> bool:
    """Whether it gives batches one by one: whatever can be iterated and is no batch itself."""
    batch = isinstance(data, (tuple, list, dict, str)) or hasattr(data, "shape") or hasattr(data, "keys")
    return hasattr(data, "__iter__") and not batch
