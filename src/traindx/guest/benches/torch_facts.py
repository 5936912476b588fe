"""What the bench found out about a PyTorch model, its batch and its loss, as facts."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..measures import torch as measures
from . import torch_losses, torch_modules

if TYPE_CHECKING:
    from .torch import Bench

CLASSES = 1000  # labels that are counted
CHANNELS = 16
ROWS = 8_192  # of a target that are looked at label by label, and of a weight that are compared
SAMPLE_ROWS, SAMPLE_BYTES = 2_000, 64 * 2**20


def tell(bench: Bench, optimizer: Any) -> None:
    """All facts of the bench but independence and the sample."""
    capture = bench.capture
    _settings(bench, optimizer)
    capture.fact("model", _model(bench), where=_where(type(bench.model)))
    capture.fact("modules", _modules(bench))
    capture.fact("tensors", _tensors(bench, optimizer))
    capture.fact("skips", bench.heard.skips)
    calls = [one["calls"] for one in bench.modules.values() if one["kind"] in torch_modules.WEIGHTED]
    capture.fact("depth", sum(calls) // max(bench.steps, 1))
    loose = torch_modules.unregistered(bench.model)
    inputs = {id(one) for _, one in _named(bench.batch, "input")} | {id(one) for _, one in _named(bench.targets, "y")}
    loose += [{"where": place, "type": "Tensor"} for key, (place, _) in bench.heard.loose.items() if key not in inputs]
    capture.fact("unregistered", loose)
    capture.fact("batch", _batch(bench))
    if bench.heard.losses:
        capture.fact("loss", _loss(bench))


def describe(bench: Bench) -> None:
    """What is known of a model that was not called."""
    capture = bench.capture
    _settings(bench, None)
    capture.fact("model", _model(bench), where=_where(type(bench.model)))
    modules = _modules(bench)
    capture.fact("modules", modules)
    capture.fact("tensors", _tensors(bench, None))
    capture.fact("depth", sum(one["kind"] in torch_modules.WEIGHTED for one in modules))
    capture.fact("unregistered", torch_modules.unregistered(bench.model))


def _settings(bench: Bench, optimizer: Any) -> None:
    known: dict[str, Any] = {"parameters": sum(one.numel() for _, one in bench.tensors)}
    size = _rows(bench.batch)
    if size:
        known["batch_size"] = size
    if optimizer is not None:
        known["optimizer"] = type(optimizer).__name__
        known["lr"] = max((float(group["lr"]) for group in optimizer.param_groups if "lr" in group), default=None)
    if bench.heard.losses:
        call = bench.heard.losses[-1]
        known["loss"] = call["function"]
        if call["function"] in ("cross_entropy", "nll_loss") and call["input"].dim() > 1:
            known["classes"] = int(call["input"].shape[1])
    bench.capture.settings({word: value for word, value in known.items() if value is not None})


def _model(bench: Bench) -> dict[str, Any]:
    own = [one for _, one in bench.tensors]
    modes = {module.training for module in bench.model.modules()}
    return {
        "class": type(bench.model).__name__,
        "framework": "torch",
        "parameters": sum(one.numel() for one in own),
        "trainable": sum(one.numel() for one in own if one.requires_grad),
        "bytes": sum(one.numel() * one.element_size() for one in own),
        "training": modes.pop() if len(modes) == 1 else "mixed",
        "device": str(own[0].device) if own else "cpu",
        "dtype": str(own[0].dtype).rpartition(".")[2] if own else None,
    }


def _modules(bench: Bench) -> list[dict[str, Any]]:
    """In the order of the first call, what was never called at the end."""
    rows = list(bench.modules.values())
    places: dict[int, list[str]] = {}
    for name, module in bench.model.named_modules(remove_duplicate=False):
        places.setdefault(id(module), []).append(name)
    for names in places.values():
        if len(names) > 1 and names[0] in bench.modules:
            bench.modules[names[0]]["places"] = names
    for name, module in bench.model.named_modules():
        if torch_modules.is_leaf(module) and name not in bench.modules:
            rows.append(torch_modules.described(name, module, 0))
    return rows


def _tensors(bench: Bench, optimizer: Any) -> list[dict[str, Any]]:
    import torch

    rows = torch_modules.tensors(bench.model, optimizer)
    follows = _following(bench)
    with torch.no_grad():
        for row, (_, one) in zip(rows, bench.tensors):
            row["activation"] = follows.get(row["module"])
            if row["role"] in ("weight", "recurrent") and one.numel():
                matrix = one.detach().reshape(one.shape[0], -1)[:ROWS].float()
                row["constant"] = bool((matrix == matrix.reshape(-1)[0]).all())
                row["equal_rows"] = 1 - torch.unique(matrix, dim=0).shape[0] / max(matrix.shape[0], 1)
    return rows


def _following(bench: Bench) -> dict[str, str]:
    """The activation that comes next behind each weighted module, normalisation and dropout looked through."""
    follows: dict[str, str] = {}
    waiting = None
    for name, row in bench.modules.items():
        if row["kind"] in torch_modules.WEIGHTED:
            waiting = name
        elif row["kind"] == "activation" and waiting is not None:
            follows[waiting] = str(row["activation"])
            waiting = None
        elif row["kind"] not in ("normalization", "dropout", "pooling"):
            waiting = None
    return follows


# ----------------------------------------------------------------- the batch


def _named(value: Any, name: str) -> list[tuple[str, Any]]:
    """The tensors of a structure with names for people."""
    import torch

    if isinstance(value, torch.Tensor):
        return [(name, value)]
    if isinstance(value, Mapping):
        return [pair for key, one in value.items() for pair in _named(one, str(key))]
    if isinstance(value, (list, tuple)):
        return [pair for place, one in enumerate(value) for pair in _named(one, f"{name} {place + 1}")]
    return []


def _rows(value: Any) -> int | None:
    return next((int(one.shape[0]) for _, one in _named(value, "") if one.dim()), None)


def _batch(bench: Bench) -> dict[str, Any]:
    targets = _named(bench.targets, "target")
    known = {id(one) for _, one in targets}
    return {
        "size": _rows(bench.batch),
        "inputs": [_described(name, one) for name, one in _named(bench.batch, "input") if id(one) not in known],
        "targets": [{**_described(name, one), **_labels(one)} for name, one in targets],
    }


def _described(name: str, tensor: Any) -> dict[str, Any]:
    import torch

    row: dict[str, Any] = {"name": name, "shape": list(tensor.shape), "dtype": str(tensor.dtype).rpartition(".")[2]}
    if not tensor.numel() or tensor.is_complex():
        return row
    flat = tensor.detach().float()
    numbers = dict(zip(measures.STATISTICS, measures.read([measures.spread(flat)])[0]))
    row.update({word: numbers[word] for word in ("min", "max", "mean", "std")})
    row["nan"] = int(torch.isnan(flat).sum())
    row["inf"] = int(torch.isinf(flat).sum())
    row["constant"] = bool(numbers["min"] == numbers["max"])
    row["alike"] = bool(flat.shape[0] > 1 and (flat == flat[:1]).all()) if flat.dim() else False
    if tensor.is_floating_point() and flat.dim() >= 2 and flat.shape[0] > 1:
        channels = flat.movedim(1, 0).reshape(flat.shape[1], -1)[:CHANNELS]
        row["channels"] = [{"mean": float(one.mean()), "std": float(one.std(unbiased=False)),
                            "min": float(one.min()), "max": float(one.max())} for one in channels]  # fmt: skip
    return row


def _labels(tensor: Any) -> dict[str, Any]:
    import torch

    if not tensor.numel():
        return {}
    if not tensor.is_floating_point():
        values, counts = torch.unique(tensor, return_counts=True)
        if len(values) <= CLASSES:
            return {"classes": {int(value): int(count) for value, count in zip(values, counts)}}
        return {}
    binary = bool(((tensor == 0) | (tensor == 1)).all())
    sums = tensor.dim() > 1 and bool(((tensor.sum(dim=-1) - 1).abs() < 1e-4).all() and (tensor >= 0).all())
    return {"binary": binary, "sums_to_one": sums}


# ------------------------------------------------------------------ the loss


def _loss(bench: Bench) -> dict[str, Any]:
    """The last call of a loss function with what entered it."""
    import torch

    call = bench.heard.losses[-1]
    into, target = call["input"].float(), call["target"]
    axis = 1 if into.dim() > 1 and call["function"] in ("cross_entropy", "nll_loss") else into.dim() - 1
    row: dict[str, Any] = {"shape": list(into.shape), "dtype": str(call["input"].dtype).rpartition(".")[2]}
    if into.numel():
        row.update(min=float(into.min()), max=float(into.max()), mean=float(into.mean()))
        row.update(std=float(into.std(unbiased=False)), negative=float((into < 0).float().mean()))
        row["zeros"] = float((into == 0).float().mean())
    if into.dim() > 1 and into.numel():
        across, down = into.sum(dim=axis), into.sum(dim=0)
        row.update(row_sum_min=float(across.min()), row_sum_max=float(across.max()))
        row.update(column_sum_min=float(down.min()), column_sum_max=float(down.max()))
    return {
        "function": call["function"],
        "entered_from": call["entered_from"],
        "calls": len(bench.heard.losses),
        "reduction": call["reduction"],
        "chosen_by": bench.chosen_by,
        "value": float(call["value"]) if call["value"].numel() == 1 else None,
        "elements": int(call["value"].numel()),
        "input": row,
        "target": _target(target, call["ignore"]) if isinstance(target, torch.Tensor) else {},
    }


def _target(target: Any, ignore: Any) -> dict[str, Any]:
    import torch

    row: dict[str, Any] = {"shape": list(target.shape), "dtype": str(target.dtype).rpartition(".")[2]}
    if not target.numel():
        return row
    counted = target[target != ignore] if not target.is_floating_point() else target
    row["ignored"] = 1 - counted.numel() / target.numel()
    if not counted.numel():
        return row
    row.update(min=float(counted.min()), max=float(counted.max()))
    if not target.is_floating_point():
        values, counts = torch.unique(counted, return_counts=True)
        shares = counts.double() / counts.sum()
        row["entropy"] = float(-(shares * shares.log()).sum())
        row["classes"] = len(values)
    else:
        row.update(mean=float(counted.float().mean()), std=float(counted.float().std(unbiased=False)))
    return row


def sample(bench: Bench, path: str) -> None:
    """The rows of the last batch with their losses, in a file of the user's own that the parent reads and deletes."""
    inputs = _named(bench.batch, "input")
    numpy = sys.modules.get("numpy")
    if not inputs or numpy is None or bench.outputs is None:
        return
    rows = min(_rows(bench.batch) or 0, SAMPLE_ROWS)
    held = {"x": inputs[0][1][:rows]}
    if bench.targets is not None and _named(bench.targets, "y"):
        held["y"] = _named(bench.targets, "y")[0][1][:rows]
    arrays = {word: one.detach().cpu().float().numpy() if one.is_floating_point() else one.detach().cpu().numpy()
              for word, one in held.items()}  # fmt: skip
    if sum(one.nbytes for one in arrays.values()) > SAMPLE_BYTES:
        return
    losses = torch_losses.by_row(bench.heard.losses[-1], _rows(bench.batch) or 0, rows) if bench.heard.losses else None
    if losses is not None:
        arrays["losses"] = numpy.asarray(losses)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        numpy.savez(file, **arrays)
    bench.capture.fact("sample", path)


def _where(model: type) -> str | None:
    try:
        return f"{inspect.getsourcefile(model)}:{inspect.getsourcelines(model)[1]}"
    except (OSError, TypeError):
        return None
