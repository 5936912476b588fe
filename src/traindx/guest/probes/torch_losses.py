"""The losses that were computed: which of them backward is called on, and which are of an evaluation."""

from __future__ import annotations

from typing import Any

from . import torch_facts

FACTORS = ("MulBackward0", "DivBackward0", "ToCopyBackward0", "ViewBackward0", "SqueezeBackward0", "AliasBackward0")
HOPS = 12  # factors between a loss and what backward was called on
UNSURE = 8  # losses with a gradient that no backward has asked for
FOLDED = 64  # batches of an evaluation that are kept as one sum


class Losses:
    """The calls of loss functions since the last backward, and the evaluation that is going on."""

    def __init__(self) -> None:
        self.unsure: list[dict[str, Any]] = []  # with a gradient, since the last backward
        self.evaluated: list[tuple[Any, int]] = []  # the loss and the rows of each batch
        self.target: Any = None  # what the last training step was held against
        self.first: dict[str, Any] | None = None

    def called(self, name: str, args: Any, kwargs: Any, result: Any, *, mode: bool, first: bool) -> None:
        """A loss function answered; `mode` is whether the model is told to train."""
        import torch

        if not isinstance(result, torch.Tensor) or result.is_meta or torch.jit.is_tracing():
            return
        target = args[1] if len(args) > 1 else kwargs.get("target")
        into = args[0] if args else kwargs.get("input")
        target = target if isinstance(target, torch.Tensor) else None
        rows = int(into.shape[0]) if isinstance(into, torch.Tensor) and into.dim() else 1
        value = result.detach() if result.dim() == 0 else result.detach().float().mean()
        if result.requires_grad:
            self._keep(result, value, rows, mode=mode)
            self.target = None if target is None else (target.data_ptr(), target.shape)
            if first and self.first is None:
                self.first = torch_facts.loss(name, into, target, kwargs, value)
        elif not torch.is_grad_enabled() and result.is_floating_point() and not self._of_training(target):
            self.evaluated.append((value, rows))
            self._fold()

    def _keep(self, result: Any, value: Any, rows: int, *, mode: bool) -> None:
        # The node is known by its name and number: to hold it would hold all that the tape holds.
        node = result.grad_fn
        key = (node.name(), node._sequence_nr()) if node is not None else None
        call = {"node": key, "value": value, "rows": rows, "training": mode, "whole": result.dim() == 0}
        self.unsure = [*self.unsure[1 - UNSURE :], call]

    def _of_training(self, target: Any) -> bool:
        return target is not None and (target.data_ptr(), target.shape) == self.target

    def _fold(self) -> None:
        if len(self.evaluated) >= FOLDED:
            total = sum(value.double() * rows for value, rows in self.evaluated)
            rows = sum(rows for _, rows in self.evaluated)
            self.evaluated = [(total / max(rows, 1), rows)]

    def scaled(self, outputs: Any) -> None:
        """A loss is about to be multiplied by a scaler: what it was before is the loss."""
        import torch

        if isinstance(outputs, torch.Tensor) and outputs.grad_fn is not None and outputs.dim() == 0:
            source = self.source(outputs.grad_fn)
            self._keep(outputs, outputs.detach() if source is None else source["value"], 1, mode=True)

    def source(self, node: Any) -> dict[str, Any] | None:
        """The call of a loss that a value comes of by factors alone."""
        known = {call["node"]: call for call in self.unsure if call["whole"]}
        for _ in range(HOPS):
            call = known.get((node.name(), node._sequence_nr()))
            if call is not None:
                return call
            into = [one for one, _ in node.next_functions if one is not None]
            if len(into) != 1 or node.name() not in FACTORS:
                return None
            node = into[0]
        return None

    def asked_for(self, source: dict[str, Any] | None) -> None:
        """Losses that no backward asked for while the model was told to evaluate are of an evaluation too."""
        for call in self.unsure:
            if call is not source and not call["training"] and (source is None or source["training"]):
                self.evaluated.append((call["value"], call["rows"]))
        self.unsure = []

    def evaluation(self) -> list[tuple[Any, int]]:
        """What was evaluated since the last time; it is over now."""
        evaluated, self.evaluated = self.evaluated, []
        return evaluated
