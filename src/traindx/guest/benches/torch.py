"""A PyTorch model on the bench: batches forward and backward, measured, and everything left as it was."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any

from ..capture import Capture
from ..measures import torch as measures
from ..unfit import Unfit
from . import torch_facts, torch_independence, torch_modules
from .recording import put_down
from .torch_batches import answer, first_tensor, loss_of, parted, placed
from .torch_listening import Heard, listening
from .torch_state import kept

SMOOTH = ("gelu", "silu", "mish", "elu", "celu", "softplus", "hardswish")
UNITS = ("relu", "relu6", "prelu", "rrelu", "leakyrelu", "threshold", "glu", *SMOOTH)  # that can fall silent


def look(
    model: Any,
    batches: Iterable[Any],
    loss: Any,
    capture: Capture,
    *,
    only: frozenset[str] = frozenset(),
    optimizer: Any = None,
    sample: str | None = None,
) -> None:
    """Measures what each batch does to the model, and says what the model is."""
    import torch

    model = bare(model)
    _must_be_real(model)
    capture.header(kind="bench", framework="torch", versions={"torch": torch.__version__})
    with kept(model), torch.enable_grad():
        bench = Bench(model, loss, capture, only)
        bench.keeps = sample is not None
        bench.run(batches)
        if not only or "architecture" in only:
            torch_independence.tell(bench)
        torch_facts.tell(bench, optimizer)
        if sample is not None:
            torch_facts.sample(bench, sample)
    capture.end("completed")


def describe(model: Any, capture: Capture) -> None:
    """What the model is made of, in the order in which its modules are registered."""
    import torch

    model = bare(model)
    _must_be_real(model)
    capture.header(kind="bench", framework="torch", versions={"torch": torch.__version__})
    torch_facts.describe(Bench(model, None, capture, frozenset(("architecture",))))
    capture.end("completed")


def bare(model: Any) -> Any:
    """The model itself: out of what compiles it or spreads it over devices."""
    for word in ("_orig_mod", "module"):
        inner = getattr(model, word, None)
        wrapped = word == "_orig_mod" or type(model).__name__ in ("DataParallel", "DistributedDataParallel")
        if wrapped and inner is not None and hasattr(inner, "named_parameters"):
            return bare(inner)
    return model


def _must_be_real(model: Any) -> None:
    meta = next((name for name, one in model.named_parameters() if one.device.type == "meta"), None)
    if meta is not None:
        raise Unfit(
            f"the parameter {meta} is on the meta device and holds no numbers",
            "build the model on a real device, or call model.to_empty(device='cpu') and initialise it",
        )


class Bench:
    """One look: the hooks while a batch runs, and what they left on the device until it is read."""

    def __init__(self, model: Any, loss: Any, capture: Capture, only: frozenset[str]) -> None:
        self.model, self.loss, self.capture, self.only = model, loss, capture, only
        self.heard = Heard(model, self._functional)
        self.modes = {one.training for one in model.modules()}  # as the user set them
        self.names = {id(one): name for name, one in model.named_modules()}
        self.tensors = list(model.named_parameters())
        self.modules: dict[str, dict[str, Any]] = {}  # as described, in the order of the first call
        self.spreads: dict[str, Any] = {}
        self.silent: dict[str, tuple[Any, Any, int]] = {}  # peaks, mean size, rows
        self.saturated: dict[str, Any] = {}
        self.alike: dict[str, Any] = {}  # how much of what a module says differs from row to row
        self.made: dict[int, tuple[Any, int, str]] = {}  # what a module gave: itself, its version, whose it is
        self.channels_first = False
        self.batch: Any = None
        self.outputs: Any = None
        self.targets: Any = None
        self.chosen_by = ""
        self.evaluated: set[str] = set()  # the leaf modules that are called in evaluation mode
        self.value: Any = None
        self.steps = 0
        self.keeps = False  # rows of every batch, for the sample
        self.earlier: list[tuple[Any, Any]] = []

    def wants(self, family: str) -> bool:
        return not self.only or family in self.only

    # ------------------------------------------------------------ a batch

    def run(self, batches: Iterable[Any]) -> None:
        import torch

        device = next((one.device for _, one in self.tensors), torch.device("cpu"))
        self.capture.table("tensors", [name for name, _ in self.tensors])
        for batch in batches:
            if self.keeps and self.steps:
                torch_facts.keep(self)
            self._one(placed(batch, device))
            self.steps += 1
        if not self.steps:
            raise Unfit("the data hold no batch", "give at least one")

    def _one(self, batch: Any) -> None:
        inputs, targets = parted(batch)
        self.batch, self.targets = inputs, targets
        self.heard.new_pass()
        self.spreads, self.saturated, self.alike, self.made = {}, {}, {}, {}
        handles = self._hooked()
        try:
            with listening(self.model, self.heard):
                outputs = answer(self.model, inputs)
                value, self.chosen_by = loss_of(outputs, targets, self.loss)
        finally:
            for handle in handles:
                handle.remove()
        self.outputs, self.value = first_tensor(outputs), value.detach()
        if self.wants("gradients") or self.wants("architecture"):
            value.backward()
        self._write(value)
        for _, one in self.tensors:
            one.grad = None

    def _hooked(self) -> list[Any]:
        handles = []
        for module in self.model.modules():
            handles.append(module.register_forward_pre_hook(self._enter))
            handles.append(module.register_forward_hook(self._leave))
        return handles

    def _enter(self, module: Any, inputs: Any) -> None:
        import torch

        with torch._C.DisableTorchFunction():  # what is asked here is no call of the model
            self._entered(module, inputs)

    def _leave(self, module: Any, inputs: Any, output: Any) -> None:
        import torch

        with torch._C.DisableTorchFunction():
            self._left(module, output)

    def _entered(self, module: Any, inputs: Any) -> None:
        name = self.names.get(id(module), "")
        self.heard.inside.append((name, torch_modules.activation_of(module) is not None))
        if torch_modules.is_leaf(module) and inputs and hasattr(inputs[0], "_version"):
            known = self.modules.setdefault(name, torch_modules.described(name, module, 0))
            known.setdefault("fed_by", self._source(inputs[0]))

    def _gave(self, name: str, output: Any) -> None:
        self.made[id(output)] = (weakref.ref(output), output._version, name)

    def _source(self, tensor: Any) -> str | None:
        """The module whose output this is, seen otherwise perhaps, but not changed since."""
        for one in (tensor, tensor._base):
            held = self.made.get(id(one))
            if one is not None and held is not None and held[0]() is one and held[1] == one._version:
                return held[2]
        return None

    def _left(self, module: Any, output: Any) -> None:
        name = self.heard.inside.pop()[0]
        if torch_modules.is_leaf(module):
            known = self.modules.setdefault(name, torch_modules.described(name, module, 0))
            known["calls"] += 1
            said = first_tensor(output)
            if said is not None:
                self._gave(name, said)
            self._seen(name, known, said)
            self.channels_first = self._layout(known["kind"], output)

    def _layout(self, kind: str, output: Any) -> bool:
        """Whether series of three axes carry their channels in the middle: behind a convolution they do."""
        if kind in ("linear", "embedding", "recurrent", "attention"):
            return False
        return True if kind == "convolution" else self.channels_first

    def _functional(self, name: str, activation: str, output: Any) -> None:
        row = {"name": name, "type": "function", "kind": "activation", "activation": activation,
               "calls": 0, "parameters": 0, "trainable": 0}  # fmt: skip
        known = self.modules.setdefault(name, row)
        known["calls"] += 1
        self._gave(name, output)
        self._seen(name, known, output)

    def _seen(self, name: str, known: dict[str, Any], output: Any) -> None:
        """What is measured of one output, at once: it may not live until the end."""
        import torch

        if output is None or not output.is_floating_point() or not output.numel():
            return
        known["shape_out"] = list(output.shape)
        if not self.wants("activations"):
            return
        with torch.no_grad(), torch._C.DisableTorchFunction():
            self.spreads[name] = measures.spread(output)
            if output.dim() > 1 and output.shape[0] > 1:
                self.alike[name] = measures.between(output)
            activation = known.get("activation")
            if activation in UNITS and output.dim() > 1:
                self._peaks(name, output, activation)
            if activation in torch_modules.BOUNDS:
                self.saturated[name] = measures.saturated_share(output, *torch_modules.BOUNDS[activation])

    def _peaks(self, name: str, output: Any, activation: str) -> None:
        """The largest value of each unit over all rows so far: a unit that a later row wakes is not dead."""
        import torch

        axis = measures.unit_axis(output, channels_first=self.channels_first)
        peaks = measures.unit_peaks(output, axis)
        # What rectifies gives exact zeros; only what is smooth is held to the size of what the layer says.
        size = measures.mean_size(output) if activation in SMOOTH else torch.zeros_like(peaks.reshape(-1)[0])
        rows = output.numel() // max(output.shape[axis], 1)
        before = self.silent.get(name)
        if before is not None and before[0].shape == peaks.shape:
            peaks, size = torch.maximum(before[0], peaks), torch.maximum(before[1], size)
            rows += before[2]
        self.silent[name] = (peaks, size, rows)

    # ---------------------------------------------------------- the writing

    def _write(self, value: Any) -> None:
        """Everything that was left on the device, by one read."""
        names = list(self.modules)
        rows = {"loss": value.detach(), **self._of_tensors(), **self._of_modules(names)}
        numbers = dict(zip(rows, measures.read(list(rows.values()))))
        put_down(self.capture, self.steps, numbers, names, {name: one[2] for name, one in self.silent.items()})

    def _of_tensors(self) -> dict[str, Any]:
        rows = {}
        for place, (_, one) in enumerate(self.tensors):
            if one.grad is not None and self.wants("gradients"):
                rows[f"grad {place}"] = measures.spread(one.grad)
            if not self.steps:
                rows[f"weight {place}"] = measures.spread(one)
        return rows

    def _of_modules(self, names: list[str]) -> dict[str, Any]:
        rows = {}
        for place, name in enumerate(names):
            if name in self.spreads:
                rows[f"act {place}"] = self.spreads[name]
            if name in self.silent:
                peaks, size, _ = self.silent[name]
                rows[f"dead {place}"] = measures.silent_share(peaks, size)
            if name in self.saturated:
                rows[f"saturated {place}"] = self.saturated[name]
            if name in self.alike:
                rows[f"between {place}"] = self.alike[name]
        return rows
