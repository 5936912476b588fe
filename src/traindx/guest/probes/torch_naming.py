"""Finds the modules that hold some parameters, and what the parameters are called in them.

The modules are looked for among all living objects, once for each training: so nothing has to be left in a module, and
those are found too that were copied or loaded. No object of the user's is hashed, compared or asked whether it is true.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable
from typing import Any

WRAPPING = ("DataParallel", "DistributedDataParallel", "OptimizedModule", "FullyShardedDataParallel")
PREFIXES = ("module.", "_orig_mod.", "_fsdp_wrapped_module.", "_checkpoint_wrapped_module.")


def found(parameters: Iterable[Any]) -> list[Any]:
    """The module that holds all the parameters; where none does, those that hold some."""
    wanted = {id(one) for one in parameters}
    held = []
    for module in _modules():
        own = {id(one) for one in module.parameters()}
        if own & wanted:
            held.append((own, module))
    whole = [module for own, module in held if wanted <= own]
    return [_outermost(whole)] if whole else _tops(held)


def _modules() -> list[Any]:
    import torch

    # The class is asked, not the object: some answer for their class with a stand-in.
    return [one for one in gc.get_objects() if issubclass(type(one), torch.nn.Module) and "_modules" in one.__dict__]


def _outermost(modules: list[Any]) -> Any:
    """The module that is part of no other one: what the program calls, out of what spreads it over devices."""
    own = [one for one in modules if type(one).__name__ not in WRAPPING] or modules
    for one in own:
        if not any(one is part for other in own if other is not one for part in other.modules()):
            return one
    return own[0]


def _tops(held: list[tuple[set[int], Any]]) -> list[Any]:
    """The modules that are part of no other one."""
    parts = {id(part) for _, module in held for part in module.modules() if part is not module}
    return [module for _, module in held if id(module) not in parts]


def names(modules: list[Any], parameters: Iterable[Any]) -> dict[int, str]:
    """What each parameter is called, by its identity; of several modules with the class in front."""
    known: dict[int, str] = {}
    fronts: dict[str, int] = {}
    for module in modules:
        front = ""
        if len(modules) > 1:
            word = type(module).__name__
            fronts[word] = fronts.get(word, 0) + 1
            front = f"{word}." if fronts[word] == 1 else f"{word}{fronts[word]}."
        for name, one in module.named_parameters():
            known.setdefault(id(one), front + plain(name))
    taken = set(known.values())
    for place, one in enumerate(parameters):
        if id(one) not in known:
            name = f"parameter.{place}"
            while name in taken:
                name += "_"
            known[id(one)] = name
    return known


def plain(name: str) -> str:
    """A name without what compiling and spreading over devices put before its parts."""
    for prefix in PREFIXES:
        name = name.replace(prefix, "") if name.startswith(prefix) or "." + prefix in name else name
    return name
