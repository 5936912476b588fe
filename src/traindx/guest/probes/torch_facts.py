"""What a PyTorch training is made of: its model, its tensors, its loss, told once; and small sums over tensors."""

from __future__ import annotations

import math
import os
import sys
from typing import Any

from ..benches import torch_modules
from ..capture import plain
from ..loop import Training
from .torch_naming import plain as plain_name

NODES = 20_000  # of a tape that are walked
LARGE = 1 << 22  # elements of what enters a loss, above which only its shape is told


def begin(training: Training, optimizer: Any, parameters: list[Any]) -> None:
    """The head of a recording."""
    import torch

    rank = training.rank if int(os.environ.get("WORLD_SIZE", "1") or 1) > 1 and training.rank else None
    versions = {"torch": str(torch.__version__), "python": ".".join(map(str, sys.version_info[:3]))}
    training.capture.header(kind="run", framework="torch", versions=versions, rank=rank)
    if optimizer is None:
        return
    group = optimizer.param_groups[0] if optimizer.param_groups else {}
    known: dict[str, Any] = {"optimizer": type(optimizer).__name__}
    rates = [one.get("lr") for one in optimizer.param_groups]
    known["lr"] = max((one for one in rates if isinstance(one, (int, float))), default=None)
    for word, name in (("weight_decay", "weight_decay"), ("momentum", "momentum"), ("eps", "epsilon")):
        if isinstance(group.get(word), (int, float)):
            known[name] = group[word]
    betas = group.get("betas")
    if isinstance(betas, (tuple, list)) and len(betas) == 2 and all(isinstance(one, float) for one in betas):
        known["momentum"], known["beta2"] = betas
    training.capture.settings({word: value for word, value in known.items() if value is not None})


def model(training: Training, modules: list[Any], parameters: list[Any], known: dict[int, str], optimizer: Any) -> None:
    """What is trained."""
    count = sum(one.numel() for module in modules for one in module.parameters())
    training.capture.settings({"parameters": count or sum(one.numel() for one in parameters)})
    first = parameters[0]
    told = {"class": ", ".join(type(one).__name__ for one in modules) or None, "framework": "torch",
            "parameters": count, "device": str(first.device), "dtype": str(first.dtype).rpartition(".")[2]}  # fmt: skip
    training.capture.fact("model", told)
    if len(modules) == 1:
        training.capture.fact("modules", _described(modules[0]))


def _described(module: Any) -> list[dict[str, Any]]:
    return [
        torch_modules.described(plain_name(name), one, 0)
        for name, one in module.named_modules()
        if torch_modules.is_leaf(one)
    ][:2000]


def told(training: Training, call: dict[str, Any]) -> None:
    """The first call of the loss."""
    training.capture.settings(call["settings"])
    training.capture.fact("loss", call["fact"])


def loss(name: str, into: Any, target: Any, kwargs: Any, value: Any) -> dict[str, Any]:
    """What entered a loss function; on a device other than the CPU only the shapes, which need no waiting."""
    import torch

    settings: dict[str, Any] = {"loss": name}
    if not isinstance(into, torch.Tensor):
        return {"settings": settings, "fact": {"function": name}}
    if into.dim():
        settings["batch_size"] = int(into.shape[0])
    if name in ("cross_entropy", "nll_loss") and into.dim() > 1:
        settings["classes"] = int(into.shape[1])
    reduction = kwargs.get("reduction", "mean")
    told: dict[str, Any] = {"function": name, "reduction": reduction, "chosen_by": "user", "calls": 1}
    told["input"] = {"shape": list(into.shape), "dtype": str(into.dtype).rpartition(".")[2]}
    told["target"] = (
        {"shape": list(target.shape), "dtype": str(target.dtype).rpartition(".")[2]} if target is not None else {}
    )
    small = into.device.type == "cpu" and 0 < into.numel() <= LARGE and into.is_floating_point()
    if small:
        with torch.no_grad():
            told["value"] = float(value)
            told["input"].update(_numbers(into.detach().float(), 1 if "classes" in settings else into.dim() - 1))
            if target is not None and target.numel():
                told["target"].update(_targets(target.detach(), kwargs.get("ignore_index", -100)))
    return {"settings": settings, "fact": plain(told)}


def _numbers(into: Any, axis: int) -> dict[str, Any]:
    """What can be told of the numbers that enter a loss: their range, and whether they sum to one."""
    row = {"min": float(into.min()), "max": float(into.max()), "mean": float(into.mean()),
           "std": float(into.std(unbiased=False)), "negative": float((into < 0).float().mean()),
           "zeros": float((into == 0).float().mean())}  # fmt: skip
    if into.dim() > 1:
        across, down = into.sum(dim=axis), into.sum(dim=0)
        row.update(row_sum_min=float(across.min()), row_sum_max=float(across.max()))
        row.update(column_sum_min=float(down.min()), column_sum_max=float(down.max()))
    return row


def _targets(target: Any, ignore: Any) -> dict[str, Any]:
    import torch

    if target.is_floating_point():
        wide = target.float()
        return {"min": float(wide.min()), "max": float(wide.max()), "mean": float(wide.mean()),
                "std": float(wide.std(unbiased=False)), "ignored": 0.0}  # fmt: skip
    counted = target[target != ignore]
    row: dict[str, Any] = {"ignored": 1 - counted.numel() / target.numel()}
    if counted.numel():
        values, counts = torch.unique(counted, return_counts=True)
        shares = counts.double() / counts.sum()
        row.update(min=float(values.min()), max=float(values.max()), classes=len(values))
        row["entropy"] = float(-(shares * shares.log()).sum())
    return row


def leaves(node: Any) -> list[Any]:
    """The tensors that a tape leads to and that get a gradient of it."""
    seen, waiting, result = {node}, [node], []
    while waiting and len(seen) < NODES:
        for one, _ in waiting.pop().next_functions:
            if one is None or one in seen:
                continue
            seen.add(one)
            waiting.append(one)
            if hasattr(one, "variable"):
                result.append(one.variable)
    result.reverse()
    return result


def fingerprints(tensors: list[Any]) -> list[Any]:
    """By what a change of tensors is seen: their version, on the CPU an entry of each too, and where they lie."""
    rows = []
    for one in tensors[:8]:
        entry = one.detach().reshape(-1)[:4].tolist() if one.device.type == "cpu" and one.numel() else None
        rows.append((one._version, one.data_ptr(), repr(entry)))
    return rows


def norms(grads: list[Any]) -> list[Any]:
    """The norm of each tensor, left on its device."""
    import torch

    grads = [one.to_local() if hasattr(one, "to_local") else one for one in grads]
    plain = [one for one in grads if one.layout == torch.strided and not one.is_complex()]
    if len(plain) == len(grads) and len({one.device for one in grads}) <= 1:
        # In half precision the sum of squares of an ordinary gradient is beyond the largest number.
        return list(torch._foreach_norm(grads, 2, dtype=_wide(grads))) if grads else []
    values = [one.coalesce().values() if one.layout == torch.sparse_coo else one for one in grads]
    return [torch.linalg.vector_norm(torch.view_as_real(one) if one.is_complex() else one) for one in values]


def _wide(grads: list[Any]) -> Any:
    import torch

    return torch.float64 if any(one.dtype == torch.float64 for one in grads) else torch.float32


def whole_norm(norms: list[float]) -> float:
    """The norm of tensors of these norms."""
    return math.nan if any(one != one for one in norms) else math.hypot(*norms)
