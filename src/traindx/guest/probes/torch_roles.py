"""The parts that optimizers play, and the numbers of one step of each."""

from __future__ import annotations

import weakref
from typing import Any

from . import torch_facts


class Role:
    """An optimizer and its parameters: there are several where networks play against each other."""

    def __init__(self, optimizer: Any, parameters: list[Any]) -> None:
        self.optimizer = None if optimizer is None else weakref.ref(optimizer)
        self.parameters = parameters
        self.ids = {id(one) for one in parameters}
        self.places: list[int] = []
        self.name = ""
        self.steps = 0
        self.witness: Any = None

    def norms(self) -> tuple[list[int], list[Any]]:
        """The places of the tensors that have a gradient, and their norms."""
        at, grads = [], []
        for place, one in zip(self.places, self.parameters):
            grad = one.grad
            if grad is not None:
                at.append(place)
                grads.append(grad)
                self.witness = one
        return at, torch_facts.norms(grads)


def rates(scalars: dict[str, float], taken: list[float], suffix: str) -> None:
    """The learning rates of the parameter groups."""
    if taken and suffix:
        scalars[f"lr{suffix}"] = taken[0]
    elif taken:
        scalars["lr"] = max(taken)
        if len(set(taken)) > 1:
            scalars.update({f"lr/{place}": one for place, one in enumerate(taken)})


def gradient(scalars: dict[str, float], norms: list[float], clipped: float | None, *, whole: bool) -> None:
    """The norm of the whole gradient, as it was before it was clipped."""
    if not norms or not whole:
        return
    total = torch_facts.whole_norm(norms)
    if clipped is None:
        scalars["grad/norm"] = total
        return
    scalars["grad/norm"], scalars["grad/norm/clipped"] = clipped, total
    if total > 0 and clipped > total:  # each tensor was scaled alike
        norms[:] = [one * clipped / total for one in norms]


class Numbers:
    """The scalars of one step: those that wait on a device, and what they mean once they are read."""

    def __init__(self, pending: list[tuple[Any, Any]], clipped: Any, taken: list[Any], name: str) -> None:
        self.losses = [one for one, _ in pending]
        self.called = [one for _, one in pending[:1]]
        self.clipped = [] if clipped is None else [clipped]
        self.held = [one for one in taken if hasattr(one, "dim")]
        self.known = [float(one) for one in taken if isinstance(one, (int, float))]
        self.suffix = f"/{name}" if name else ""
        self.waiting = [*self.losses, *self.called, *self.clipped, *self.held]

    def read(self, rows: list[list[float]]) -> tuple[dict[str, float], list[float]]:
        """The scalars by name, and the norms that were read behind them."""
        numbers = iter([one[0] for one in rows])
        losses, called, clipped, held = (
            [next(numbers) for _ in part] for part in (self.losses, self.called, self.clipped, self.held)
        )
        norms = list(numbers)
        scalars: dict[str, float] = {}
        if losses:
            scalars[f"train/loss{self.suffix}"] = sum(losses) / len(losses)
            if called[0] == called[0] and called[0] != losses[0]:
                scalars["loss/backward"] = called[0]
        rates(scalars, [*self.known, *held], self.suffix)
        gradient(scalars, norms, clipped[0] if clipped else None, whole=not self.suffix)
        return scalars, norms
