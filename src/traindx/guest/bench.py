"""The bench: a model, batches and a loss, looked at in the process in which the model lives."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from .capture import Capture
from .unfit import Unfit


def look(
    model: Any,
    batches: Iterable[Any],
    loss: Any,
    capture: Capture,
    *,
    only: frozenset[str] = frozenset(),
    optimizer: Any = None,
    sample: str | None = None,
) -> None:
    """Looks at a model of whatever framework is loaded here."""
    _bench_for(model).look(model, batches, loss, capture, only=only, optimizer=optimizer, sample=sample)


def describe(model: Any, capture: Capture) -> None:
    """What a model is made of, without a batch: nothing is called."""
    _bench_for(model).describe(model, capture)


def _bench_for(model: Any) -> Any:
    # A Keras model on the torch backend is a torch.nn.Module too: its own words come first.
    keras, torch = sys.modules.get("keras"), sys.modules.get("torch")
    if keras is not None and isinstance(model, getattr(keras, "Model", ())):
        from .benches import keras as keras_bench

        return keras_bench
    if torch is not None and isinstance(model, torch.nn.Module):
        from .benches import torch as torch_bench

        return torch_bench
    raise Unfit(f"a {type(model).__name__} is no PyTorch module and no Keras model", "hand over the model itself")
