"""Whether what a PyTorch model says of one row depends on the others, or of one place on those that come later.

The model is asked twice in evaluation mode, the second time with everything replaced that must not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .torch_batches import answer, first_tensor

if TYPE_CHECKING:
    from .torch import Bench

MOVED = 1e-4  # of the spread of the answers: below it nobody asks whether the same question has two answers


def tell(bench: Bench) -> None:
    """The largest changes, relative to the scale of the answers; nothing where the question makes no sense."""
    import torch

    bench.model.eval()
    found: dict[str, Any] = {"mode": "eval"}
    try:
        with torch.no_grad():
            usual = _first(bench)
            others = None if _rows_are_nodes(bench) else _others_replaced(bench.batch)
            if usual is not None and usual.dim() and others is not None:
                changed = first_tensor(answer(bench.model, others))
                if changed is not None and changed.shape == usual.shape and len(usual) == _rows(bench.batch):
                    found["batch"] = _change(usual[:1], changed[:1])
            later = _later_replaced(bench.batch)
            if usual is not None and later is not None and usual.dim() >= 2:
                half, inputs = later
                found["next_token"] = _next_token(bench)
                changed = first_tensor(answer(bench.model, inputs))
                if changed is not None and changed.shape == usual.shape and usual.shape[1] >= half:
                    found["future"] = _change(usual[:, :half], changed[:, :half])
            if usual is not None and usual.numel() and max(found.get("batch", 0), found.get("future", 0)) > MOVED:
                again = first_tensor(answer(bench.model, bench.batch))
                if again is not None and again.shape == usual.shape:
                    found["repeat"] = _change(usual, again)  # dropout that does not know of evaluation moves it
    except Exception as error:  # the batch that trained went through; a made-up one may not
        found["failed"] = f"{type(error).__name__}: {error}"
    bench.capture.fact("independence", found)


def _first(bench: Bench) -> Any:
    """The answer to the batch in evaluation mode, while it is noted which modules are called."""
    handles = [
        module.register_forward_pre_hook(lambda _module, _inputs, name=name: bench.evaluated.add(name))
        for name, module in bench.model.named_modules()
    ]
    try:
        return first_tensor(answer(bench.model, bench.batch))
    finally:
        for handle in handles:
            handle.remove()


def _rows_are_nodes(bench: Bench) -> bool:
    """Whether the rows are the nodes of one graph, which are meant to know of each other: a square of as many rows,
    or a list of edges, lies beside them."""
    rows = _rows(bench.batch)
    held = bench.batch.values() if isinstance(bench.batch, Mapping) else bench.batch
    beside = [one for one in held if hasattr(one, "dim")] if isinstance(held, (list, tuple)) else []
    for one in [*beside[1:], *bench.model.buffers()]:
        square = one.dim() == 2 and one.shape[0] == one.shape[1] == rows
        edges = one.dim() == 2 and one.shape[0] == 2 != rows and not one.is_floating_point()
        if square or edges:
            return True
    return False


def _change(usual: Any, changed: Any) -> float:
    """The largest difference over the scale of what was said."""
    scale = usual.float().std(unbiased=False) if usual.numel() > 1 else usual.float().abs().max()
    return float((usual.float() - changed.float()).abs().max() / (scale + 1e-12))


def _rows(inputs: Any) -> int | None:
    import torch

    held = inputs.values() if isinstance(inputs, Mapping) else inputs if isinstance(inputs, (list, tuple)) else [inputs]
    return next((len(one) for one in held if isinstance(one, torch.Tensor) and one.dim()), None)


def _each(inputs: Any, change: Any) -> Any:
    import torch

    if isinstance(inputs, torch.Tensor):
        return change(inputs)
    if isinstance(inputs, Mapping):
        return {key: _each(one, change) for key, one in inputs.items()}
    if isinstance(inputs, (list, tuple)):
        return type(inputs)([_each(one, change) for one in inputs])
    return inputs


def _others_replaced(inputs: Any) -> Any:
    """The same first row among other rows: each of the others becomes a copy of another one, floats of another size."""
    rows = _rows(inputs)
    if rows is None or rows < 2:
        return None

    def change(one: Any) -> Any:
        if not one.dim() or len(one) != rows:
            return one
        other = one.clone()
        other[1:] = one.flip(0)[: rows - 1] * 3 + 1 if one.is_floating_point() else one[:1]
        return other

    return _each(inputs, change)


def _later_replaced(inputs: Any) -> tuple[int, Any] | None:
    """The same first half of every sequence before another second half: for tokens only."""
    import torch

    held = inputs.get("input_ids") if isinstance(inputs, Mapping) else inputs
    if not isinstance(held, torch.Tensor) or held.is_floating_point() or held.dim() != 2 or held.shape[1] < 4:
        return None
    half = held.shape[1] // 2
    other = held.clone()
    other[:, half:] = held[:, half:].roll(1, dims=1).flip(0)
    if bool((other == held).all()):
        return None
    return half, {**inputs, "input_ids": other} if isinstance(inputs, Mapping) else other


def _next_token(bench: Bench) -> bool:
    """Whether the targets are the inputs of the next place: shifted by the data, or by a model that says so."""
    import torch

    inputs = bench.batch.get("input_ids") if isinstance(bench.batch, Mapping) else bench.batch
    targets = bench.targets
    if not isinstance(targets, torch.Tensor) or not isinstance(inputs, torch.Tensor) or targets.shape != inputs.shape:
        return False
    shifted = bool((targets[:, :-1] == inputs[:, 1:]).float().mean() > 0.9)
    same = bool(((targets == inputs) | (targets == -100)).float().mean() > 0.95)
    return shifted or (same and any(word in type(bench.model).__name__ for word in ("CausalLM", "LMHead")))
