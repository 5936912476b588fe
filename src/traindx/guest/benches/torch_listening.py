"""Listens to the calls of PyTorch functions while a model runs: activations written as functions, the loss, skips.

A mode sees every call that a model makes from Python, whatever its modules are called. It changes no result.
"""

from __future__ import annotations

import weakref
from typing import Any

ACTIVATIONS = {
    "relu": "relu", "relu_": "relu", "relu6": "relu6", "leaky_relu": "leakyrelu", "elu": "elu", "selu": "selu",
    "gelu": "gelu", "silu": "silu", "mish": "mish", "tanh": "tanh", "sigmoid": "sigmoid", "hardtanh": "hardtanh",
    "hardsigmoid": "hardsigmoid", "hardswish": "hardswish", "softplus": "softplus", "softsign": "softsign",
    "tanh_": "tanh", "sigmoid_": "sigmoid", "clamp_min": "relu",
}  # fmt: skip
LOSSES = (
    "cross_entropy", "nll_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits", "mse_loss", "l1_loss",
    "smooth_l1_loss", "huber_loss", "kl_div", "ctc_loss", "gaussian_nll_loss", "poisson_nll_loss",
    "multilabel_margin_loss", "multi_margin_loss", "hinge_embedding_loss", "cosine_embedding_loss",
    "triplet_margin_loss", "margin_ranking_loss", "soft_margin_loss", "multilabel_soft_margin_loss",
)  # fmt: skip
ADDITIONS = ("add", "__add__", "__iadd__", "add_", "__radd__")


def listening(model: Any, heard: Heard) -> Any:
    """A context in which `heard` gets to know of every call."""
    from torch.overrides import TorchFunctionMode

    class Listening(TorchFunctionMode):  # type: ignore[misc]
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            result = func(*args, **(kwargs or {}))
            try:
                heard.called(getattr(func, "__name__", ""), args, kwargs or {}, result)
            except Exception as error:  # what cannot be heard must not stop the model
                heard.deaf = f"{type(error).__name__}: {error}"
            return result

    return Listening()


class Heard:
    """What was called, told by the module inside which it was called."""

    def __init__(self, model: Any, activated: Any) -> None:
        self.own = {id(one) for one in model.parameters()}
        self.activated = activated  # is told (name, activation, output) of activations written as functions
        self.inside: list[tuple[str, bool]] = []  # the modules being called, and whether each is itself an activation
        self.counts: dict[str, int] = {}
        self.losses: list[dict[str, Any]] = []
        self.last: tuple[str, Any] = ("", None)  # the activation that was called last, and what it gave
        self.loose: dict[int, tuple[str, Any]] = {}  # tensors that learn and belong to no module
        self.skips = 0
        self.deaf: str | None = None

    def called(self, name: str, args: Any, kwargs: Any, result: Any) -> None:
        import torch

        tensors = [one for one in (*args, *kwargs.values()) if isinstance(one, torch.Tensor)]
        # What a loss outside of the model uses is its own, a critic's weights for one; a parametrization holds its own.
        for one in tensors if self.inside and "parametrizations" not in self.place else ():
            if one.is_leaf and one.requires_grad and id(one) not in self.own and one.is_floating_point():
                self.loose.setdefault(id(one), (self.place, one))
        if isinstance(result, torch.Tensor) and (name in ACTIVATIONS or name in ("softmax", "log_softmax")):
            self.last = (ACTIVATIONS.get(name, name), weakref.ref(result))
        if name in LOSSES:
            self._loss(name, args, kwargs, result)
        elif name in ACTIVATIONS and isinstance(result, torch.Tensor) and self.inside and not self.inside[-1][1]:
            # Outside of every module the loss is computed: its sigmoid is no layer.
            if name != "clamp_min" or (len(args) > 1 and args[1] == 0):
                self._activation(ACTIVATIONS[name], result)
        elif name in ADDITIONS and len(tensors) > 1 and self.inside:
            one, other = tensors[:2]
            grown = one.dim() > 1 and one.shape == other.shape and one.requires_grad and other.requires_grad
            self.skips += bool(grown and not one.is_leaf and not other.is_leaf)

    @property
    def place(self) -> str:
        return self.inside[-1][0] if self.inside else ""

    def _activation(self, activation: str, result: Any) -> None:
        name = f"{self.place}:{activation}" if self.place else activation
        self.counts[name] = self.counts.get(name, 0) + 1
        if self.counts[name] > 1:
            name = f"{name}.{self.counts[name]}"
        self.activated(name, activation, result)

    def _loss(self, name: str, args: Any, kwargs: Any, result: Any) -> None:
        into = args[0] if args else kwargs.get("input")
        target = args[1] if len(args) > 1 else kwargs.get("target")
        if into is None or target is None:
            return
        reduction = kwargs.get("reduction", "mean")
        made = self.last[1]() if self.last[1] is not None else None
        whole = into if into._base is None else into._base
        entered = self.last[0] if made is not None and (made is into or made is whole) else None
        self.losses.append({"function": name, "entered_from": entered, "reduction": reduction,
                            "input": into.detach(), "target": target.detach(),
                            "ignore": kwargs.get("ignore_index", -100), "value": result.detach()})  # fmt: skip

    def new_pass(self) -> None:
        """A further batch: functions count from the start, and what entered the last loss is let go."""
        self.counts.clear()
        self.losses.clear()
