"""Trainings without an optimizer of PyTorch's: steps that somebody takes by hand.

A step is told by parameters that changed between two backwards although no optimizer took one. So it is known only at
the next backward, while its gradient is known right behind its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import torch_facts
from .torch_roles import Role

if TYPE_CHECKING:
    from .torch_watching import Watching


class ByHand:
    """The tensors that backward leads to, as they were after the last one."""

    def __init__(self) -> None:
        self.leaves: list[Any] = []
        self.versions: list[Any] = []
        self.backwards = 0
        self.role: Role | None = None
        self.held: dict[str, Any] | None = None  # the gradient, until it is known whether a step follows

    def walk(self, node: Any) -> None:
        """Which tensors a backward leads to: looked up at the first, the second, the fourth, the eighth."""
        self.backwards += 1
        if self.backwards & (self.backwards - 1) == 0 and self.role is None:
            self.leaves = torch_facts.leaves(node)
            self.versions = []

    def look(self, watching: Watching) -> None:
        """Whether a step was taken since the last backward."""
        if watching.roles and self.role is None:
            self.leaves, self.versions = [], []
            return
        if not self.versions or torch_facts.fingerprints(self.leaves) == self.versions:
            return
        if self.role is None:
            self.role = Role(None, list(self.leaves))
            watching.begin(self.role, None)
        state = self.held or {"role": self.role, "close": False, "closure": False, "rates": [], "norms": ([], [])}
        self.held = None
        watching.put(self.role, state)

    def hold(self, watching: Watching) -> None:
        """Backward has ended."""
        import torch

        if not self.leaves:
            return
        self.versions = torch_facts.fingerprints(self.leaves)
        if self.role is not None and watching.training is not None:
            with torch.no_grad():
                self.held = {"role": self.role, "close": watching.training.close_look(), "closure": False,
                             "rates": [], "norms": self.role.norms()}  # fmt: skip
