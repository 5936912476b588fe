"""What the bench found out about a PyTorch model, its batch and its loss, as facts."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..measures import torch as measures
from . import torch_losses, torch_modules
from .torch_asked import Asked, equal_rows

if TYPE_CHECKING:
    from .torch import Bench

CLASSES = 1000  # labels that are counted
CHANNELS = 16
ROWS = 8_192  # of a target that are looked at label by label, and of a weight that are compared
ALIKE = 1e-4  # two ways to the same loss in single precision differ by less
SAMPLE_ROWS, SAMPLE_BYTES = 2_000, 64 * 2**20


def tell(bench: Bench, optimizer: Any) -> None:
    """All facts of the bench but independence and the sample."""
    capture, asked = bench.capture, Asked()
    tensors, batch = _tensors(bench, optimizer, asked), _batch(bench, asked)
    loss = _loss(bench, asked) if bench.heard.losses else None
    asked.answered()
    _settings(bench, optimizer, loss)
    capture.fact("model", _model(bench), where=_where(type(bench.model)))
    capture.fact("modules", _modules(bench))
    capture.fact("tensors", tensors)
    capture.fact("skips", bench.heard.skips)
    calls = [one["calls"] for one in bench.modules.values() if one["kind"] in torch_modules.WEIGHTED]
    capture.fact("depth", sum(calls) // max(bench.steps, 1))
    loose = torch_modules.unregistered(bench.model)
    # Some models ask for the gradient of their input, or of a view of it.
    given = {_memory(one) for _, one in [*_named(bench.batch, "input"), *_named(bench.targets, "y")]}
    left = [place for place, one in bench.heard.loose.values() if _memory(one) not in given]
    loose += [{"where": place, "type": "Tensor"} for place in left]
    capture.fact("unregistered", loose)
    capture.fact("batch", batch)
    if loss is not None:
        capture.fact("loss", loss)


def _memory(tensor: Any) -> Any:
    """Where the numbers lie: one for a tensor and all its views."""
    return tensor.untyped_storage().data_ptr() if str(tensor.layout) == "torch.strided" else id(tensor)


def describe(bench: Bench) -> None:
    """What is known of a model that was not called."""
    capture, asked = bench.capture, Asked()
    _settings(bench, None, None)
    capture.fact("model", _model(bench), where=_where(type(bench.model)))
    modules = _modules(bench)
    capture.fact("modules", modules)
    tensors = _tensors(bench, None, asked)
    asked.answered()
    capture.fact("tensors", tensors)
    capture.fact("depth", sum(one["kind"] in torch_modules.WEIGHTED for one in modules))
    capture.fact("unregistered", torch_modules.unregistered(bench.model))


def _settings(bench: Bench, optimizer: Any, loss: dict[str, Any] | None) -> None:
    known: dict[str, Any] = {"parameters": sum(one.numel() for _, one in bench.tensors)}
    size = _rows(bench.batch)
    if size:
        known["batch_size"] = size
    if optimizer is not None:
        known["optimizer"] = type(optimizer).__name__
        known["lr"] = max((float(group["lr"]) for group in optimizer.param_groups if "lr" in group), default=None)
    if loss is not None:
        call = bench.heard.losses[-1]
        if loss["whole"]:  # a sum of terms is not of the kind of its last one
            known["loss"] = call["function"]
        if call["function"] in ("cross_entropy", "nll_loss") and call["input"].dim() > 1:
            known["classes"] = int(call["input"].shape[1])
    bench.capture.settings({word: value for word, value in known.items() if value is not None})


def _model(bench: Bench) -> dict[str, Any]:
    own = [one for _, one in bench.tensors]
    modes = bench.modes
    return {
        "class": type(bench.model).__name__,
        "framework": "torch",
        "parameters": sum(one.numel() for one in own),
        "trainable": sum(one.numel() for one in own if one.requires_grad),
        "bytes": sum(one.numel() * one.element_size() for one in own),
        "training": next(iter(modes)) if len(modes) == 1 else "mixed",
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


def _tensors(bench: Bench, optimizer: Any, asked: Asked) -> list[dict[str, Any]]:
    import torch

    rows = torch_modules.tensors(bench.model, optimizer)
    follows = _following(bench)
    with torch.no_grad():
        for row, (_, one) in zip(rows, bench.tensors):
            row["activation"] = follows.get(row["module"])
            # A layer that training leaves out at random is called in evaluation mode.
            row["sometimes"] = row["module"] in bench.evaluated and row["module"] not in bench.modules
            if row["role"] in ("weight", "recurrent") and one.numel():
                _constant(asked, row, one)
                equal_rows(asked, row, one, ROWS)
    return rows


def _constant(asked: Asked, row: dict[str, Any], weight: Any) -> None:
    low, high = weight.detach().aminmax()
    asked(high - low, lambda read: row.update(constant=read[0] == 0))


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


def _batch(bench: Bench, asked: Asked) -> dict[str, Any]:
    targets = _named(bench.targets, "target")
    known = {id(one) for _, one in targets}
    inputs = [(name, one) for name, one in _named(bench.batch, "input") if id(one) not in known]
    return {
        "size": _rows(bench.batch),
        "inputs": [_described(name, one, asked) for name, one in inputs],
        "targets": [_labelled(_described(name, one, asked), one, asked) for name, one in targets],
    }


def _described(name: str, tensor: Any, asked: Asked) -> dict[str, Any]:
    """A tensor of a batch; its numbers come when what was asked is answered."""
    import torch

    row: dict[str, Any] = {"name": name, "shape": list(tensor.shape), "dtype": str(tensor.dtype).rpartition(".")[2]}
    if not tensor.numel() or tensor.is_complex() or tensor.layout != torch.strided:
        return row
    held = tensor.detach()
    asked(measures.spread(held), lambda read: _ranged(row, dict(zip(measures.STATISTICS, read))))
    row["nan"] = row["inf"] = 0
    if tensor.is_floating_point():
        asked.number(row, "nan", torch.count_nonzero(held != held), int)
        asked.number(row, "inf", torch.count_nonzero(held.abs() == torch.inf), int)
    row["alike"] = False
    if held.dim() and held.shape[0] > 1:
        asked.number(row, "alike", (held == held[:1]).all(), bool)
        if tensor.is_floating_point() and held.dim() >= 2:
            _channelled(row, held[:, :CHANNELS].float(), asked)
    return row


def _ranged(row: dict[str, Any], numbers: dict[str, float]) -> None:
    row.update({word: numbers[word] for word in ("min", "max", "mean", "std")})
    row["constant"] = numbers["min"] == numbers["max"]


def _channelled(row: dict[str, Any], held: Any, asked: Asked) -> None:
    """The first channels of an input, each by itself."""
    import torch

    others = [axis for axis in range(held.dim()) if axis != 1]
    variance, mean = torch.var_mean(held, dim=others, correction=0)
    low, high = torch.amin(held, dim=others), torch.amax(held, dim=others)
    channels: list[dict[str, float]] = [{} for _ in range(held.shape[1])]
    row["channels"] = channels
    for word, small in (("mean", mean), ("std", variance.sqrt()), ("min", low), ("max", high)):

        def put(read: list[float], word: str = word) -> None:
            for one, number in zip(channels, read):
                one[word] = number

        asked(small, put)


def _labelled(row: dict[str, Any], tensor: Any, asked: Asked) -> dict[str, Any]:
    """What more is known of a target."""
    import torch

    if not tensor.numel():
        return row
    if not tensor.is_floating_point():
        values, counts = torch.unique(tensor, return_counts=True)
        if len(values) <= CLASSES:
            row["classes"] = dict(zip(map(int, values.tolist()), counts.tolist()))
        return row
    asked.number(row, "binary", ((tensor == 0) | (tensor == 1)).all(), bool)
    row["sums_to_one"] = False
    if tensor.dim() > 1:
        ones = ((tensor.sum(dim=-1) - 1).abs() < 1e-4).all() & (tensor >= 0).all()
        asked.number(row, "sums_to_one", ones, bool)
    return row


# ------------------------------------------------------------------ the loss


def _loss(bench: Bench, asked: Asked) -> dict[str, Any]:
    """The last call of a loss function with what entered it."""
    import torch

    call = bench.heard.losses[-1]
    target, value = call["target"], call["value"]
    row = {
        "function": call["function"],
        "entered_from": call["entered_from"],
        "calls": len(bench.heard.losses),
        "reduction": call["reduction"],
        "chosen_by": bench.chosen_by,
        "value": None,
        "elements": int(value.numel()),
        "whole": False,  # whether that call alone is the loss: nothing was added to it
        "input": _entered(call, asked),
        "target": _target(target, call["ignore"], asked) if isinstance(target, torch.Tensor) else {},
    }
    if value.numel() == 1:
        asked.number(row, "value", value)
    if bench.value is not None and value.numel():
        both = torch.stack([value.double().mean(), bench.value.double().mean()])
        asked(both, lambda read: row.update(whole=abs(read[0] - read[1]) <= ALIKE * max(map(abs, read))))
    return row


def _entered(call: dict[str, Any], asked: Asked) -> dict[str, Any]:
    """The scale and the sums of what a loss function was given."""
    import torch

    into = call["input"]
    row: dict[str, Any] = {"shape": list(into.shape), "dtype": str(into.dtype).rpartition(".")[2]}
    if not into.numel():
        return row
    count = into.numel()

    def ranged(read: list[float]) -> None:
        numbers = dict(zip(measures.STATISTICS, read))
        row.update({word: numbers[word] for word in ("min", "max", "mean", "std")}, zeros=numbers["zeros"] / count)

    asked(measures.spread(into), ranged)
    asked.number(row, "negative", torch.count_nonzero(into < 0), lambda below: below / count)
    if into.dim() > 1:
        axis = 1 if call["function"] in ("cross_entropy", "nll_loss") else into.dim() - 1
        for word, along in (("row", axis), ("column", 0)):
            low, high = into.sum(dim=along, dtype=torch.float32).aminmax()
            asked.number(row, f"{word}_sum_min", low)
            asked.number(row, f"{word}_sum_max", high)
    return row


def _target(target: Any, ignore: Any, asked: Asked) -> dict[str, Any]:
    import torch

    row: dict[str, Any] = {"shape": list(target.shape), "dtype": str(target.dtype).rpartition(".")[2]}
    if not target.numel():
        return row
    counted = target[target != ignore] if not target.is_floating_point() else target
    row["ignored"] = 1 - counted.numel() / target.numel()
    if not counted.numel():
        return row
    words = ("min", "max", "mean", "std") if target.is_floating_point() else ("min", "max")
    asked(measures.spread(counted), lambda read: row.update(
        {word: read[measures.STATISTICS.index(word)] for word in words}))  # fmt: skip
    if not target.is_floating_point():
        values, counts = torch.unique(counted, return_counts=True)
        shares = counts.double() / counts.sum()
        asked.number(row, "entropy", -(shares * shares.log()).sum())
        row["classes"] = len(values)
    return row


def keep(bench: Bench) -> None:
    """Remembers the rows of a batch that is followed by another, as far as the sample may hold them."""
    inputs, targets = _named(bench.batch, "input"), _named(bench.targets, "y") if bench.targets is not None else []
    room = SAMPLE_ROWS - sum(len(x) for x, _ in bench.earlier)
    size = inputs[0][1][:room].nbytes * (len(bench.earlier) + 1) if inputs else 0
    if inputs and room > 0 and size <= SAMPLE_BYTES // 2:
        y = targets[0][1][:room].detach().cpu() if targets else None
        bench.earlier.append((inputs[0][1][:room].detach().cpu(), y))


def _earlier(bench: Bench, held: dict[str, Any]) -> dict[str, Any]:
    """The rows of earlier batches that have the shape of those of the last one."""
    import torch

    def alike(one: Any, word: str) -> bool:
        return one is not None and word in held and one.dim() > 0 and one.shape[1:] == held[word].shape[1:]

    kept = [(x, y) for x, y in bench.earlier if alike(x, "x") and (alike(y, "y") or "y" not in held)]
    if not kept:
        return {}
    both = {"earlier_x": torch.cat([x for x, _ in kept])}
    return {**both, "earlier_y": torch.cat([y for _, y in kept])} if "y" in held else both


def sample(bench: Bench, path: str) -> None:
    """The rows of the last batch with their losses, in a file of the user's own that the parent reads and deletes.

    Those of the batches before it stand beside them.
    """
    inputs = _named(bench.batch, "input")
    numpy = sys.modules.get("numpy")
    if not inputs or numpy is None or bench.outputs is None:
        return
    rows = min(_rows(bench.batch) or 0, SAMPLE_ROWS)
    held = {"x": inputs[0][1][:rows]}
    if bench.targets is not None and _named(bench.targets, "y"):
        held["y"] = _named(bench.targets, "y")[0][1][:rows]
    held.update(_earlier(bench, held))
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
        return f"{inspect.getsourcefile(model)}:{inspect.findsource(model)[1] + 1}"
    except (OSError, TypeError):
        return None
