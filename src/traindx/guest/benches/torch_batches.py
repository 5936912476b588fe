"""How a batch goes into a PyTorch model, and how a loss comes out of what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..unfit import Unfit, raised

NAME_ONE = "name one with --loss pkg.mod:function"
IGNORED = -100  # PyTorch's own mark of a label that does not count
TARGETS = ("labels", "label", "targets", "target", "y")


def placed(value: Any, device: Any) -> Any:
    """A batch on the device of the model."""
    import torch

    if isinstance(value, torch.Tensor):
        return value.to(device)
    if isinstance(value, Mapping):
        return {key: placed(one, device) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        moved = [placed(one, device) for one in value]
        return type(value)(*moved) if hasattr(value, "_fields") else type(value)(moved)
    if type(value).__module__ == "numpy" and getattr(value, "dtype", None) is not None and value.dtype.kind in "fiub":
        tensor = torch.as_tensor(value)
        return (tensor.float() if tensor.dtype == torch.float64 else tensor).to(device)
    return value


def parted(batch: Any) -> tuple[Any, Any]:
    """The inputs and the targets of a batch: a mapping with labels, (inputs..., targets), or inputs alone."""
    if isinstance(batch, Mapping):
        return batch, next((batch[word] for word in TARGETS if word in batch), None)
    if isinstance(batch, (list, tuple)):
        if len(batch) == 1:
            return batch[0], None
        if len(batch) == 2:
            return batch[0], batch[1]
        return tuple(batch[:-1]), batch[-1]
    return batch, None


def answer(model: Any, inputs: Any) -> Any:
    """What the model says to the inputs."""
    try:
        if isinstance(inputs, Mapping):
            return model(**inputs)
        if isinstance(inputs, (list, tuple)):
            return model(*inputs)
        return model(inputs)
    except Exception as error:
        raise raised("the model", error, "hand over a batch that its forward takes") from error


def first_tensor(value: Any) -> Any:
    """The main tensor of an answer: of a structure its logits, else its first floating tensor."""
    import torch

    if isinstance(value, torch.Tensor):
        return value
    for word in ("logits", "prediction_logits", "last_hidden_state", "sample", "out"):
        one = value.get(word) if isinstance(value, Mapping) else getattr(value, word, None)
        if isinstance(one, torch.Tensor):
            return one
    held = value.values() if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else ()
    floating = (one for one in map(first_tensor, held) if one is not None and one.is_floating_point())
    return next((one for one in floating if one.dim()), None)


def loss_of(outputs: Any, targets: Any, function: Any) -> tuple[Any, str]:
    """The loss as one number, and who chose it."""
    import torch

    if function is not None:
        value, chosen = _called(function, outputs, targets), "user"
    else:
        value = outputs.get("loss") if isinstance(outputs, Mapping) else getattr(outputs, "loss", None)
        chosen = "model"
        if value is None:
            value, chosen = _usual(first_tensor(outputs), targets), "traindx"
    if not isinstance(value, torch.Tensor):
        raise Unfit(f"the loss is a {type(value).__name__}, not a tensor", "let it return what backward is called on")
    if value.numel() != 1:
        shape = tuple(value.shape)
        raise Unfit(f"the loss has the shape {shape}, not one number", "take its mean, as reduction='mean' does")
    if not value.requires_grad:
        raise Unfit(
            "the loss does not depend on any parameter that learns",
            "look for detach, no_grad, item or parameters that are all frozen",
        )
    return value, chosen


def _called(function: Any, outputs: Any, targets: Any) -> Any:
    """The user's own loss; labels that it cannot take are named before its own words."""
    try:
        return function(outputs, targets) if targets is not None else function(outputs)
    except Exception as error:
        _labels_in_range(first_tensor(outputs), targets)
        raise raised("the loss", error, "hand over the outputs and targets that it takes") from error


def _labels_in_range(output: Any, targets: Any) -> None:
    import torch

    if not isinstance(targets, torch.Tensor) or targets.is_floating_point() or not targets.numel():
        return
    if output is None or output.dim() < 2:
        return
    width = output.shape[1] if output.dim() == targets.dim() + 1 else output.shape[-1]
    low, high = int(targets[targets != IGNORED].min()), int(targets.max())
    if low < 0 or high >= width:
        raise Unfit(
            f"the labels go from {low} to {high}, but the model has {width} outputs, for labels from 0 to {width - 1}",
            "count the classes of the data anew, or begin the labels at 0",
        )


def _usual(output: Any, targets: Any) -> Any:
    """The loss that such outputs and targets are usually trained with."""
    import torch
    from torch.nn import functional

    if not isinstance(output, torch.Tensor) or not isinstance(targets, torch.Tensor):
        raise Unfit("no loss can be told from the targets", NAME_ONE)
    if not targets.is_floating_point() and targets.dtype != torch.bool:
        if output.dim() == targets.dim() + 1:
            turned = output if output.dim() == 2 or output.shape[2:] == targets.shape[1:] else output.movedim(-1, 1)
            if turned.shape[:1] + turned.shape[2:] == targets.shape:
                _labels_in_range(turned, targets)
                return functional.cross_entropy(turned, targets.long())
    elif output.shape == targets.shape or output.numel() == targets.numel():
        known = targets.to(output.dtype).reshape(output.shape)
        binary = bool(((known == 0) | (known == 1)).all())
        if binary and known.numel() > 1:
            return functional.binary_cross_entropy_with_logits(output, known)
        return functional.mse_loss(output, known)
    shapes = f"outputs {tuple(output.shape)}, targets {tuple(targets.shape)} of {targets.dtype}"
    raise Unfit(f"no loss can be told from {shapes}", NAME_ONE)
