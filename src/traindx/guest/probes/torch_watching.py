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

from ..loop import Faults, Training
from ..redact import redact
from . import torch_facts
from .torch_closely import Closely
from .torch_naming import found, names
from .torch_reading import Reader

FACTORS = ("MulBackward0", "DivBackward0", "ToCopyBackward0", "ViewBackward0", "SqueezeBackward0", "AliasBackward0")
HOPS = 12  # factors between a loss and what backward was called on
UNSURE = 8  # losses with a gradient that no backward has asked for
HANDS = 3  # changes of parameters between two backwards, without an optimizer, that are taken for steps by hand


class Role:
    """An optimizer and its parameters: there are several where networks play against each other."""

    def __init__(self, optimizer: Any, parameters: list[Any]) -> None:
        self.optimizer = None if optimizer is None else weakref.ref(optimizer)
        self.parameters = parameters
        self.ids = {id(one) for one in parameters}
        self.places: list[int] = []
        self.name = ""
        self.steps = 0
        self.witness: Any = None


class Watching:
    """All that is known of the trainings of this process."""

    def __init__(self, folder: str) -> None:
        self.folder, self.faults = folder, Faults()
        self.deaf: list[str] = []
        self.reader, self.closely = Reader(), Closely()
        self.training: Training | None = None
        self.roles: list[Role] = []
        self.made: dict[int, tuple[Any, bool]] = {}  # optimizers, and whether a training had begun when they were made
        self.inside = self.within = self.hearing = self.left = False
        self.calls = 0
        self.waited, self.fetched = 0.0, 0
        self.unsure: list[dict[str, Any]] = []  # calls of losses with a gradient, since the last backward
        self.pending: list[
            tuple[Any, Any]
        ] = []  # of each backward since the last step: the loss, what it was called on
        self.evaluated: list[tuple[Any, int]] = []
        self.last_target: Any = None
        self.clip: tuple[Any, int] | None = None
        self.own_seconds = 0.0
        self.stepping: dict[int, dict[str, Any]] = {}
        self.leaves: list[Any] = []
        self.versions: list[Any] = []
        self.changed_by_hand = 0
        self.stepped_since = False
        self.backwards = 0
        self.last_call: dict[str, Any] | None = None
        self.evaluations = 0
        self.registered = False
        self.hand: Role | None = None  # what is trained without an optimizer
        self.held: dict[str, Any] | None = None  # its gradient, until it is known whether a step follows

    def guarded(self, act: Callable[..., None], *args: Any) -> None:
        """Does something of ours: whatever goes wrong is counted and never reaches the program."""
        if self.left:
            return
        begun = time.perf_counter()
        try:
            act(*args)
        except Exception as error:
            self.faults.note(error)
            if self.faults.too_many:
                self.left = True
                self.hearing = False
        self.own_seconds += time.perf_counter() - begun

    # ----------------------------------------------------------- losses

    def loss_called(self, name: str, args: Any, kwargs: Any, result: Any) -> None:
        """A loss function answered."""
        import torch

        self.calls += 1
        if not isinstance(result, torch.Tensor) or result.is_meta or torch.jit.is_tracing():
            return
        target = args[1] if len(args) > 1 else kwargs.get("target")
        into = args[0] if args else kwargs.get("input")
        target = target if isinstance(target, torch.Tensor) else None
        rows = int(into.shape[0]) if isinstance(into, torch.Tensor) and into.dim() else 1
        value = result.detach() if result.dim() == 0 else result.detach().float().mean()
        if result.requires_grad:
            node = result.grad_fn
            call = {"node": (node.name(), node._sequence_nr()), "value": value, "rows": rows, "name": name,
                    "training": self._mode(), "whole": result.dim() == 0}  # fmt: skip
            self.unsure = [*self.unsure[1 - UNSURE :], call]
            self.last_target = None if target is None else (target.data_ptr(), target.shape)
            if self.training is None and self.last_call is None:
                self.last_call = torch_facts.loss(name, into, target, kwargs, value)
        elif not torch.is_grad_enabled() and result.is_floating_point() and not self._of_training(target):
            self.evaluated.append((value, rows))
            self._fold()

    def _of_training(self, target: Any) -> bool:
        """Whether these are the targets that the last training step was held against."""
        return target is not None and (target.data_ptr(), target.shape) == self.last_target

    def _mode(self) -> bool:
        model = self.closely.root() if self.closely.root is not None else None
        return True if model is None else bool(model.training)

    def _fold(self) -> None:
        """Many batches of an evaluation are kept as one sum, on their device."""
        if len(self.evaluated) >= 64:
            total = sum(value.double() * rows for value, rows in self.evaluated)
            rows = sum(rows for _, rows in self.evaluated)
            self.evaluated = [(total / max(rows, 1), rows)]

    def scaled(self, outputs: Any) -> None:
        """A loss is about to be multiplied by a scaler."""
        import torch

        if isinstance(outputs, torch.Tensor) and outputs.requires_grad and outputs.dim() == 0:
            node = outputs.grad_fn
            call = {"node": (node.name(), node._sequence_nr()), "value": outputs.detach(), "rows": 1, "name": "",
                    "training": True, "whole": True}  # fmt: skip
            source = self._source(node)
            if source is not None:
                call["value"] = source["value"]
            self.unsure = [*self.unsure[1 - UNSURE :], call]

    def _source(self, node: Any) -> dict[str, Any] | None:
        """The call of a loss that a value comes of by factors alone."""
        known = {call["node"]: call for call in self.unsure if call["whole"]}
        for _ in range(HOPS):
            call = known.get((node.name(), node._sequence_nr()))
            if call is not None:
                return call
            into = [one for one, _ in node.next_functions if one is not None]
            if len(into) != 1 or node.name() not in FACTORS:
                return None
            node = into[0]
        return None

    # --------------------------------------------------------- backward

    def backward_begins(self, args: Any, kwargs: Any) -> None:
        import torch

        tensors = args[0] if args else kwargs.get("tensors")
        first = tensors if isinstance(tensors, torch.Tensor) else next(iter(tensors), None)
        self.reader.poll()
        self._evaluation_over()
        if not isinstance(first, torch.Tensor) or first.grad_fn is None or first.is_meta:
            return
        self._by_hand()
        self._skipped()
        self.backwards += 1
        called = first.detach()
        called = called if called.dim() == 0 else called.float().mean()
        source = self._source(first.grad_fn)
        self.pending.append((called if source is None else source["value"], called))
        self._unasked(source)
        if self.backwards & (self.backwards - 1) == 0 and not self.roles:
            self.leaves = torch_facts.leaves(first.grad_fn)

    def _skipped(self) -> None:
        """Gradients that were cleared before a step are of no step."""
        witness = self.roles[-1].witness if self.roles else None
        if witness is not None and len(self.roles) == 1 and self.pending and witness.grad is None:
            self.pending.clear()

    def _unasked(self, source: dict[str, Any] | None) -> None:
        """Losses that no backward asked for while the model was told to evaluate are of an evaluation too."""
        for call in self.unsure:
            if call is not source and not call["training"] and (source is None or source["training"]):
                self.evaluated.append((call["value"], call["rows"]))
        self.unsure.clear()
        self._evaluation_over()

    def backward_ended(self) -> None:
        if self.roles or not self.leaves:
            return
        if self.training is not None and self.training.steps >= 0:
            self.versions = torch_facts.fingerprints(self.leaves)
            self._close_by_hand()
        elif not self.versions:
            self.versions = torch_facts.fingerprints(self.leaves)

    # ------------------------------------------------ steps by an optimizer

    def optimizer_made(self, optimizer: Any) -> None:
        if len(self.made) > 256:
            self.made = {key: one for key, one in self.made.items() if one[0]() is not None}
        begun = self.training is not None and self.training.steps > 0
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
                state["norms"] = self._norms(role)
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
                state["norms"] = self._norms(role)
            if state["close"]:
                state["weights"] = self.closely.after(role.parameters, state["weights"])
        self._put(role, state)

    def _norms(self, role: Role) -> tuple[list[int], list[Any]]:
        """The places of the tensors that have a gradient, and their norms."""
        at, grads = [], []
        for place, one in zip(role.places, role.parameters):
            grad = one.grad
            if grad is not None:
                at.append(place)
                grads.append(grad)
                role.witness = one
        return at, torch_facts.norms(grads)

    def _put(self, role: Role, state: dict[str, Any]) -> None:
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
        losses = [one for one, _ in pending]
        called = [one for _, one in pending[:1]]
        clip, self.clip = self.clip, None
        clips = [clip[0]] if clip is not None else []
        rates = state["rates"]
        plain = {"time/step": training.took} if training.took is not None else {}
        if self.fetched:
            plain["time/data"] = self.waited
        self.waited, self.fetched = 0.0, 0
        suffix = f"/{role.name}" if role.name else ""
        held = [one for one in rates if hasattr(one, "dim")]
        close = state["close"]

        def write(rows: list[list[float]]) -> None:
            losses_ = [one[0] for one in rows[: len(losses)]]
            rest = rows[len(losses) :]
            values = [one[0] for one in rest[len(called) + len(clips) + len(held) :]]
            scalars: dict[str, float] = {}
            if losses_:
                scalars[f"train/loss{suffix}"] = sum(losses_) / len(losses_)
                seen = rest[0][0]
                if seen != losses_[0] and seen == seen:
                    scalars["loss/backward"] = seen
            taken = [float(one) for one in rates if isinstance(one, (int, float))]
            taken += [one[0] for one in rest[len(called) + len(clips) : len(called) + len(clips) + len(held)]]
            self._rates(scalars, taken, suffix)
            self._gradient(scalars, values, rest[len(called)][0] if clips else None, whole=not suffix)
            scalars.update(plain)
            training.numbers(step, scalars, at, values, close=close)

        self.reader.later([*losses, *called, *clips, *held, *norms], write)
        if close:
            self.closely.put(training, self.reader, step, role.places, state.get("weights"))
        self.hearing = training.close_look() and self.closely.affordable()
        self.stepped_since = True
        if training.asked_to_stop():
            self._stop(training)

    def _number(self, role: Role, training: Training, *, close: bool) -> int:
        """The number of this step: where several optimizers take turns they share it."""
        own, self.own_seconds = self.own_seconds, 0.0
        if role is self.roles[0] or role.steps >= training.steps:
            training.step_ended(own, close=close)
        role.steps += 1
        return training.steps - 1

    @staticmethod
    def _rates(scalars: dict[str, float], rates: list[float], suffix: str) -> None:
        if rates and suffix:
            scalars[f"lr{suffix}"] = rates[0]
        elif rates:
            scalars["lr"] = max(rates)
            if len(set(rates)) > 1:
                scalars.update({f"lr/{place}": one for place, one in enumerate(rates)})

    @staticmethod
    def _gradient(scalars: dict[str, float], norms: list[float], clipped: float | None, *, whole: bool) -> None:
        """The norm of the whole gradient, as it was before it was clipped."""
        if not norms or not whole:
            return
        total = torch_facts.whole_norm(norms)
        if clipped is None:
            scalars["grad/norm"] = total
            return
        scalars["grad/norm"], scalars["grad/norm/clipped"] = clipped, total
        if total > 0 and clipped > total:  # each tensor was scaled alike
            norms[:] = [one * clipped / total for one in norms]

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
        self._begin(role, optimizer)
        return role

    def _join(self, role: Role, parameters: list[Any]) -> None:
        """Parameters came to an optimizer, or left it."""
        role.parameters, role.ids = parameters, {id(one) for one in parameters}
        self._tables()

    def _begin(self, role: Role, optimizer: Any) -> None:
        begins = self.training is None
        if begins:
            self.training = Training(self.folder, self.faults, rank=_rank())
        self.roles.append(role)
        if self.training is None:
            return
        if begins:
            torch_facts.begin(self.training, optimizer, role.parameters)
        self._tables(optimizer)
        if begins and self.last_call is not None:
            torch_facts.told(self.training, self.last_call)
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

    # ------------------------------------------------------- steps by hand

    def _by_hand(self) -> None:
        """Parameters that changed since the last backward although no optimizer took a step."""
        if self.roles or self.stepped_since or not self.leaves or not self.versions:
            return
        now = torch_facts.fingerprints(self.leaves)
        if now == self.versions:
            return
        if self.training is None:
            role = Role(None, list(self.leaves))
            self.training = Training(self.folder, self.faults, rank=_rank())
            torch_facts.begin(self.training, None, role.parameters)
            self.hand = role
            self.roles.append(role)
            self._tables()
            self.roles.clear()
            if self.last_call is not None:
                torch_facts.told(self.training, self.last_call)
            if not self.registered:
                self.registered = True
                atexit.register(self.over)
            self.held = None
        self._put_by_hand()

    def _close_by_hand(self) -> None:
        """The gradient is known right behind backward; whether a step follows is seen at the next one."""
        import torch

        if self.training is None or self.hand is None:
            return
        with torch.no_grad():
            self.held = {"role": self.hand, "close": self.training.close_look(), "closure": False,
                         "rates": [], "norms": self._norms(self.hand)}  # fmt: skip

    def _put_by_hand(self) -> None:
        if self.hand is None:
            return
        state = self.held or {"role": self.hand, "close": False, "closure": False, "rates": [], "norms": ([], [])}
        self.roles.append(self.hand)
        try:
            self._put(self.hand, state)
        finally:
            self.roles.clear()
            self.stepped_since = False
            self.held = None

    # ---------------------------------------------------------- evaluation

    def _evaluation_over(self) -> None:
        """The mean of what was evaluated since the last step, over its rows."""
        training = self.training
        if not self.evaluated or training is None:
            return
        evaluated, self.evaluated = self.evaluated, []
        rows = [rows for _, rows in evaluated]
        step = max(training.steps - 1, 0)
        self.evaluations += 1
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
                self._over(state, error=_told(error))
        except Exception as error:
            self.faults.note(error)

    def _over(self, state: str, **more: Any) -> None:
        training = self.training
        if training is None:
            return
        by_hand = not self.roles and self.held is not None and state == "completed"
        if by_hand and torch_facts.fingerprints(self.leaves) != self.versions:
            self._put_by_hand()
        self.pending.clear()
        self._unasked(None) if state == "completed" else None
        self._evaluation_over()
        self.reader.drain()
        training.end(state, **more)
        self.training = None
        self.roles.clear()
        self.leaves, self.versions, self.held = [], [], None
        self.closely = Closely()
        self.hearing = False
        self.evaluations = 0
        self.backwards = 0

    def forked(self) -> None:
        """In a child of a fork: the training is the parent's."""
        training, self.training = self.training, None
        self.reader, self.closely = Reader(), Closely()
        self.roles.clear()
        self.evaluated, self.unsure, self.pending = [], [], []
        self.hearing = self.inside = self.within = False
        if training is not None and not training.ended:
            try:
                training.close()
            except Exception as error:
                self.faults.note(error)


def _rank() -> int:
    """The number of this process among those that train together."""
    word = os.environ.get("RANK", "")
    return int(word) if word.isdigit() else 0


def _told(error: BaseException) -> dict[str, str]:
    """An exception in three words: what, what it said, where."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if "site-packages" not in one.filename and "_traindx_guest" not in one.filename]
    where = f"{own[-1].filename}:{own[-1].lineno}" if own else ""
    return {"type": type(error).__name__, "message": redact(" ".join(str(error).split()))[:500], "where": where}
