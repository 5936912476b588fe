"""Finds out why a neural network does not train as it should."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [
    "activation_stats",
    "data_stats",
    "diagnose",
    "diagnose_activations",
    "diagnose_gradients",
    "gradient_stats",
    "read",
    "review",
]

if TYPE_CHECKING:
    from traindx.verbs.activation_stats import activation_stats
    from traindx.verbs.data_stats import data_stats
    from traindx.verbs.diagnose import diagnose
    from traindx.verbs.diagnose_activations import diagnose_activations
    from traindx.verbs.diagnose_gradients import diagnose_gradients
    from traindx.verbs.gradient_stats import gradient_stats
    from traindx.verbs.read import read
    from traindx.verbs.review import review


def __getattr__(name: str) -> Any:
    # Nothing is loaded before it is asked for: `import traindx` must stay cheap inside a training script.
    if name not in __all__:
        raise AttributeError(f"module 'traindx' has no attribute {name!r}")
    import importlib

    importlib.import_module("traindx.verbs.tell")  # so that what is returned can show itself
    return getattr(importlib.import_module(f"traindx.verbs.{name}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
