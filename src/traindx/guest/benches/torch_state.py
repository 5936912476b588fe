"""What a look at a PyTorch model would change, kept and put back: gradients, modes, buffers, random numbers."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def kept(model: Any) -> Iterator[None]:
    """Everything that a forward and a backward pass touch is as before when it ends, whatever happens inside."""
    import torch

    grads = [(one, one.grad) for one in model.parameters()]
    modes = [(one, one.training) for one in model.modules()]
    # A buffer that is a meta tensor has nothing to keep, and one may stand in several modules.
    held = {id(one): one for one in model.buffers() if one.device.type != "meta"}
    buffers = [(one, one.detach().clone()) for one in held.values()]
    names = [(module, dict(module._buffers)) for module in model.modules()]
    numbers = _random_state()
    for parameter, _ in grads:
        parameter.grad = None
    try:
        yield
    finally:
        for parameter, grad in grads:
            parameter.grad = grad
        for module, mode in modes:
            module.training = mode
        for module, known in names:
            module._buffers.clear()
            module._buffers.update(known)
        with torch.no_grad():
            for buffer, before in buffers:
                buffer.copy_(before)
        _put_back(numbers)


def _random_state() -> dict[str, Any]:
    import torch

    state: dict[str, Any] = {"python": random.getstate(), "torch": torch.random.get_rng_state()}
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        state["numpy"] = numpy.random.get_state()
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        state["cuda"] = torch.cuda.get_rng_state_all()
    return state


def _put_back(state: dict[str, Any]) -> None:
    import torch

    random.setstate(state["python"])
    torch.random.set_rng_state(state["torch"])
    if "numpy" in state:
        sys.modules["numpy"].random.set_state(state["numpy"])
    if "cuda" in state:
        torch.cuda.set_rng_state_all(state["cuda"])
