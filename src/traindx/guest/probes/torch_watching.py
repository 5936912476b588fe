"""What the probe for PyTorch makes of what it hears: losses, steps, evaluations, and which model they belong to.

A loss that was computed without gradients is of an evaluation; one that backward was called on is of the training. A
value that backward sees may be scaled or divided: where it comes of one call of a loss function by factors alone, that
call's value is the training loss.
"""

from __future__ import annotations

import atexit
import os
import sys
import time
import weakref
from typing import Any, Callable

from ..loop import Faults, Training, rank, told
from . import torch_facts
from .torch_by_hand import ByHand
from .torch_closely import Closely
from .torch_losses import Losses
from .torch_naming import found, names
from .torch_reading import Reader
from .torch_roles import Numbers, Role


class Watching:
    """All that is known of the trainings of this process."""

    def __init__(self, folder: str) -> None:
        self.folder, self.faults = folder, Faults()
        self.reader, self.closely = Reader(), Closely()
        self.training: Training | None = None
        self.roles: list[Role] = []
        self.made: dict[int, tuple[Any, bool]] = {}  # optimizers, and whether a training had begun when they were made
        self.inside = self.within = self.hearing = self.left = False
        self.calls = 0
        self.waited, self.fetched = 0.0, 0
        # Of each backward since the last step: the loss, and what it was called on.
        self.pending: list[tuple[Any, Any]] = []
        self.losses = Losses()
        self.clip: tuple[Any, int] | None = None
        self.own_seconds = 0.0
        self.stepping: dict[int, dict[str, Any]] = {}
        self.by_hand = ByHand()
        self.plain = False  # whether backward was called on what one loss function gave
        self.fresh = True  # whether the next loss is the first of a training
        self.registered = False

    def guarded(self, act: Callable[..., None], *args: Any) -> None:
        """Does something of ours: whatever goes wrong is counted and never reaches the program."""
        if self.left:
            return
        begun = time.perf_counter()
        try:
            act(*args)
        except Exception as error:
            self.faults.note(error)
            if act == self.module_called:  # what fails there fails for every layer: the rest goes on
                self.closely.names.clear()
            if self.faults.too_many:
                self.left = True
                self.hearing = False
        self.own_seconds += time.perf_counter() - begun

    def loss_called(self, name: str, args: Any, kwargs: Any, result: Any) -> None:
        self.calls += 1
        self.losses.called(name, args, kwargs, result, mode=self._mode(), first=self.fresh)

    def scaled(self, outputs: Any) -> None:
        self.losses.scaled(outputs)

    def _mode(self) -> bool:
        model = self.closely.root() if self.closely.root is not None else None
        return True if model is None else bool(model.training)

    # --------------------------------------------------------- backward

    def backward_begins(self, args: Any, kwargs: Any) -> None:
        import torch

        tensors = args[0] if args else kwargs.get("tensors")
        first = tensors if isinstance(tensors, torch.Tensor) else next(iter(tensors), None)
        self.reader.poll()
        self._evaluation_over()
        if not isinstance(first, torch.Tensor) or first.grad_fn is None or first.is_meta:
            return
        self.by_hand.look(self)
        self._skipped()
        called = first.detach()
        called = called if called.dim() == 0 else called.float().mean()
        source = self.losses.source(first.grad_fn)
        self.pending.append((called if source is None else source["value"], called))
        if self.fresh:
            self.plain = source is not None
        self.losses.asked_for(source)
        self._evaluation_over()
        self.by_hand.walk(first.grad_fn)

    def _skipped(self) -> None:
        """Gradients that were cleared before a step are of no step."""
        witness = self.roles[-1].witness if self.roles else None
        if witness is not None and len(self.roles) == 1 and self.pending and witness.grad is None:
            self.pending.clear()

    def backward_ended(self) -> None:
        self.by_hand.hold(self)

    # ------------------------------------------------ steps by an optimizer

    def optimizer_made(self, optimizer: Any) -> None:
        if len(self.made) > 256:
            self.made = {key: one for key, one in self.made.items() if one[0]() is not None}
        begun = self.training is not None and self.training.steps > 0
        if begun:
            self.fresh, self.losses.first = True, None
        self.made[id(optimizer)] = (weakref.ref(optimizer), begun)

    def step_begins(self, optimizer: Any, with_closure: bool) -> None:
        import torch

        if self.inside:
            return
        role = self._role(optimizer)
        if role is None or self.training is None:
            return
        close = self.training.close_look()
        state: dict[str, Any] = {"role": role, "close": close, "closure": with_closure}
        self.stepping[id(optimizer)] = state
        state["rates"] = [group.get("lr") for group in optimizer.param_groups]
        with torch.no_grad():
            if not with_closure:
                state["norms"] = role.norms()
            if close:
                state["weights"] = self.closely.before(role.parameters)

    def step_ended(self, optimizer: Any) -> None:
        import torch

        state = self.stepping.pop(id(optimizer), None)
        training = self.training
        if state is None or training is None:
            return
        role: Role = state["role"]
        with torch.no_grad():
            if state["closure"]:
                state["norms"] = role.norms()
            if state["close"]:
                state["weights"] = self.closely.after(role.parameters, state["weights"])
        self.put(role, state)

    def put(self, role: Role, state: dict[str, Any]) -> None:
        """Everything of one step, as far as it is on a device by later."""
        training = self.training
        if training is None:
            return
        step = self._number(role, training, close=state["close"])
        at, norms = state["norms"]
        pending, self.pending = self.pending, []
        if state["closure"]:
            pending = pending[:1]
        if len(pending) > 1 and role.steps == 3:
            training.capture.settings({"accumulation": len(pending)})
        clip, self.clip = self.clip, None
        plain = {"time/step": training.took} if training.took is not None else {}
        if self.fetched:
            plain["time/data"] = self.waited
        self.waited, self.fetched = 0.0, 0
        numbers = Numbers(pending, None if clip is None else clip[0], state["rates"], role.name)
        close = state["close"]

        def write(rows: list[list[float]]) -> None:
            scalars, measured = numbers.read(rows)
            training.numbers(step, {**scalars, **plain}, at, measured, close=close)

        self.reader.later([*numbers.waiting, *norms], write)
        if close:
            self.closely.put(training, self.reader, step, role.places, state.get("weights"))
        self.hearing = training.close_look() and self.closely.affordable()
        if training.asked_to_stop():
            self._stop(training)

    def _number(self, role: Role, training: Training, *, close: bool) -> int:
        """The number of this step: where several optimizers take turns they share it."""
        own, self.own_seconds = self.own_seconds, 0.0
        if role is self.roles[0] or role.steps >= training.steps:
            training.step_ended(own, close=close)
        role.steps += 1
        return training.steps - 1

    def clipped(self, norm: Any, args: Any, kwargs: Any) -> None:
        import torch

        if isinstance(norm, torch.Tensor):
            limit = args[1] if len(args) > 1 else kwargs.get("max_norm")
            early = self.training is not None and (not self.roles or self.roles[0].steps <= 1)
            if self.training is not None and early and isinstance(limit, (int, float)) and limit < 1e6:
                self.training.capture.settings({"clip": float(limit)})
            self.clip = (norm.detach(), 1)

    # ---------------------------------------------------------- whose step

    def _role(self, optimizer: Any) -> Role | None:
        """The part that an optimizer plays; with parameters that nobody had before, a training of its own may begin."""
        for role in self.roles:
            if role.optimizer is not None and role.optimizer() is optimizer:
                return role
        parameters = [one for group in optimizer.param_groups for one in group["params"]]
        if not parameters:
            return None
        ids = {id(one) for one in parameters}
        for role in self.roles:
            if role.ids & ids:  # made anew over the same parameters
                role.optimizer = weakref.ref(optimizer)
                if not ids <= role.ids or len(parameters) != len(role.parameters):
                    self._join(role, parameters)
                return role
        _, late = self.made.get(id(optimizer), (None, False))
        if self.training is not None and (late or not self.roles):
            self._over("completed")
        role = Role(optimizer, parameters)
        self.begin(role, optimizer)
        return role

    def _join(self, role: Role, parameters: list[Any]) -> None:
        """Parameters came to an optimizer, or left it."""
        role.parameters, role.ids = parameters, {id(one) for one in parameters}
        self._tables()

    def begin(self, role: Role, optimizer: Any) -> None:
        begins = self.training is None
        if begins:
            self.training = Training(self.folder, self.faults, rank=rank())
        self.roles.append(role)
        if self.training is None:
            return
        if begins:
            torch_facts.begin(self.training, optimizer, role.parameters)
        self._tables(optimizer)
        if begins and self.losses.first is not None and self.plain:
            torch_facts.told(self.training, self.losses.first)
        self.fresh = False
        if not self.registered:
            self.registered = True
            atexit.register(self.over)

    def _tables(self, optimizer: Any = None) -> None:
        """What the places of the vectors stand for."""
        if self.training is None:
            return
        parameters = [one for role in self.roles for one in role.parameters]
        modules = found(parameters)
        known = names(modules, parameters)
        order: dict[int, int] = {}
        for one in parameters:
            order.setdefault(id(one), len(order))
        self.training.capture.table("tensors", [known[key] for key in order])
        for role in self.roles:
            role.places = [order[id(one)] for one in role.parameters]
        if len(self.roles) > 1:
            self._cast(modules)
        self.closely.model(modules)
        torch_facts.model(self.training, modules, parameters, known, optimizer)

    def _cast(self, modules: list[Any]) -> None:
        """Names for what several optimizers train."""
        taken: set[str] = set()
        for place, role in enumerate(self.roles):
            own = found(role.parameters)
            name = type(own[0]).__name__ if own else f"optimizer{place}"
            role.name = name if name not in taken else f"{name}{place + 1}"
            taken.add(role.name)

    # ---------------------------------------------------------- evaluation

    def _evaluation_over(self) -> None:
        """The mean of what was evaluated since the last step, over its rows."""
        training = self.training
        if training is None or not self.losses.evaluated:
            return
        evaluated = self.losses.evaluation()
        rows = [rows for _, rows in evaluated]
        step = max(training.steps - 1, 0)
        training.pause()

        def write(values: list[list[float]]) -> None:
            total = sum(one[0] * count for one, count in zip(values, rows))
            training.scalars(step, {"val/loss": total / max(sum(rows), 1)})

        self.reader.later([value for value, _ in evaluated], write)

    # ---------------------------------------------------------------- close

    def module_called(self, module: Any, result: Any) -> None:
        self.closely.called(module, result)

    # ------------------------------------------------------------------ end

    def _stop(self, training: Training) -> None:
        """The user wants it to end after this step: nothing else of the program runs."""
        self.reader.drain()
        training.end("stopped")
        self.guarded(sys.stdout.flush)
        self.guarded(sys.stderr.flush)
        os._exit(0)

    def over(self) -> None:
        """The program ends."""
        try:
            error = getattr(sys, "last_value", None)
            if error is None:
                self._over("completed")
            else:
                state = "interrupted" if isinstance(error, KeyboardInterrupt) else "crashed"
                self._over(state, error=told(error))
        except Exception as error:
            self.faults.note(error)

    def _over(self, state: str, **more: Any) -> None:
        training = self.training
        if training is None:
            return
        if state == "completed":
            self.by_hand.look(self)
            self.losses.asked_for(None)
        self._evaluation_over()
        self.reader.drain()
        training.end(state, **more)
        self.training = None
        self.roles.clear()
        self.by_hand = ByHand()
        self.closely = Closely()
        self.hearing = False

    def forked(self) -> None:
        """In a child of a fork: the training is the parent's."""
        training, self.training = self.training, None
        self.reader, self.closely = Reader(), Closely()
        self.roles.clear()
        self.losses, self.pending = Losses(), []
        self.hearing = self.inside = self.within = False
        if training is not None and not training.ended:
            try:
                training.close()
            except Exception as error:
                self.faults.note(error)
