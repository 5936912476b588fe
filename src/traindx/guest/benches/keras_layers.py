"""What a Keras model is made of, in the same words as for every framework."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .torch_modules import ACTIVATIONS, KINDS

WHOLE = ("recurrent", "attention")  # layers that are looked at as one, whatever they hold
WRAPPED = ("bidirectional", "timedistributed", "rnn")


def layers(model: Any) -> Iterator[Any]:
    """The layers that compute, in the order in which they are kept; each once."""
    seen: set[int] = set()

    def inside(layer: Any) -> Iterator[Any]:
        hollow = type(layer).__name__ in ("InputLayer", "Functional", "Sequential") and not held(layer)
        if id(layer) in seen or hollow:
            return
        seen.add(id(layer))
        parts = held(layer)
        if not parts or kind_of(layer) in WHOLE:
            yield layer
        for one in () if kind_of(layer) in WHOLE else parts:
            yield from inside(one)

    for layer in held(model):
        yield from inside(layer)


def held(layer: Any) -> list[Any]:
    """The layers that a layer keeps."""
    return [one for one in getattr(layer, "_layers", ()) if hasattr(one, "trainable_variables")]


def kind_of(layer: Any) -> str:
    """What a layer does, told by its class."""
    name = type(layer).__name__.lower()
    if any(word in name for word in WRAPPED):
        return "recurrent"
    if name == "activation" or name in ACTIVATIONS:
        return "activation"
    if "attention" in name:
        return "attention"
    for kind, words in KINDS:
        if any(word in name for word in words):
            return kind
    if name in ("add", "subtract", "average", "concatenate"):
        return "skip" if name == "add" else "other"
    return "other"


def activation_of(layer: Any) -> str | None:
    """The activation that a layer applies to what it computed."""
    name = type(layer).__name__.lower()
    if name in ACTIVATIONS:
        return name
    own = getattr(layer, "activation", None)
    word = getattr(own, "__name__", type(own).__name__ if own is not None else "").lower().replace("_", "")
    return word if word in ACTIVATIONS and kind_of(layer) not in WHOLE else None


def name_of(layer: Any, model: Any) -> str:
    """The path of a layer inside its model."""
    path = str(getattr(layer, "path", None) or layer.name)
    return path.removeprefix(f"{model.name}/")


def described(layer: Any, model: Any, calls: int) -> dict[str, Any]:
    """One layer as a fact."""
    row: dict[str, Any] = {
        "name": name_of(layer, model),
        "type": type(layer).__name__,
        "kind": kind_of(layer),
        "calls": calls,
        "parameters": sum(_size(one.shape) for one in layer.variables if _learns(one)),
        "trainable": sum(_size(one.shape) for one in layer.trainable_variables),
    }
    activation = activation_of(layer)
    if activation:
        row["activation"] = activation
    rate = getattr(layer, "rate", None)
    if row["kind"] == "dropout" and isinstance(rate, (int, float)):
        row["p"] = float(rate)
    kernel = next((one for one in layer.variables if role(layer, one) == "weight"), None)
    if kernel is not None:
        row["in"], row["out"] = fans(kernel)
        if row["kind"] == "convolution":
            apart = any(word in row["type"].lower() for word in ("depthwise", "separable"))
            row["groups"] = 2 if apart else int(getattr(layer, "groups", 1) or 1)
            row["field"] = _size(kernel.shape[:-2])
    return row


def _learns(variable: Any) -> bool:
    """Whether a variable is a weight of the model: moving statistics and random seeds are not."""
    return not any(word in variable.path for word in ("seed_generator", "moving_", "/iterations"))


def _size(shape: Any) -> int:
    total = 1
    for length in shape:
        total *= int(length)
    return total


def fans(kernel: Any) -> tuple[int, int]:
    """How many values enter and leave one unit of a kernel: inputs and outputs are its last two axes."""
    shape = [int(length) for length in kernel.shape]
    field = _size(shape[:-2])
    return shape[-2] * field, shape[-1] * field


def role(layer: Any, variable: Any) -> str:
    """What a variable is for."""
    kind, last = kind_of(layer), variable.path.rpartition("/")[2]
    if "recurrent_kernel" in last:
        return "recurrent"
    if last in ("bias", "beta"):
        return "bias"
    if kind == "normalization" or last in ("gamma", "scale"):
        return "gain"
    if kind == "embedding":
        return "embedding"
    return "weight" if len(variable.shape) >= 2 else "other"


def tensors(model: Any) -> list[dict[str, Any]]:
    """Every weight of the model as a fact."""
    owners: dict[int, Any] = {}
    for layer in layers(model):
        for one in layer.variables:
            owners.setdefault(id(one), layer)
    trained = {id(one) for one in model.trainable_variables}
    rows = []
    for one in weights(model):
        layer = owners.get(id(one), model)
        row: dict[str, Any] = {
            "name": one.path.removeprefix(f"{model.name}/"),
            "module": name_of(layer, model),
            "type": type(layer).__name__,
            "kind": kind_of(layer),
            "role": role(layer, one),
            "shape": [int(length) for length in one.shape],
            "dtype": str(one.dtype),
            "trainable": id(one) in trained,
            "optimized": None,
            "tied": [],
            "activation": activation_of(layer),
        }
        if row["role"] in ("weight", "recurrent"):
            row["fan_in"], row["fan_out"] = fans(one)
        rows.append(row)
    return rows


def weights(model: Any) -> list[Any]:
    """The variables that are learned or could be, each once."""
    return list({id(one): one for one in model.variables if _learns(one)}.values())
