"""A Keras model on the bench, on TensorFlow, PyTorch or JAX: measured, and its variables left as they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ..capture import Capture
from ..measures import keras as measures
from ..unfit import Unfit, raised
from . import keras_facts, keras_gradients, keras_layers
from .recording import put_down
from .torch_modules import BOUNDS

SMOOTH = ("gelu", "silu", "swish", "mish", "elu", "celu", "softplus", "hardswish")
UNITS = ("relu", "relu6", "prelu", "leakyrelu", *SMOOTH)  # that can fall silent


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
    import keras

    versions = {"keras": keras.__version__, "backend": keras.backend.backend()}
    capture.header(kind="bench", framework="keras", versions=versions)
    bench = Bench(model, loss, capture, only)
    bench.keeps = sample is not None
    bench.run(batches)
    keras_facts.tell(bench, optimizer)
    if sample is not None:
        keras_facts.sample(bench, sample)
    capture.end("completed")


def describe(model: Any, capture: Capture) -> None:
    """What the model is made of; nothing is called."""
    import keras

    versions = {"keras": keras.__version__, "backend": keras.backend.backend()}
    capture.header(kind="bench", framework="keras", versions=versions)
    if not model.built:
        raise Unfit("the model has no weights yet", "call it once on a batch, or model.build with the shape of one")
    keras_facts.describe(Bench(model, None, capture, frozenset(("architecture",))))
    capture.end("completed")


def parted(batch: Any) -> tuple[Any, Any]:
    """The inputs and the targets of a batch, as `fit` takes them: (x, y), (x, y, weights) or x alone."""
    if isinstance(batch, (tuple, list)):
        if len(batch) == 1:
            return batch[0], None
        return batch[0], batch[1]
    return batch, None


class Bench:
    """One look: what the layers said while a batch ran, left on the device until it is read."""

    def __init__(self, model: Any, loss: Any, capture: Capture, only: frozenset[str]) -> None:
        self.model, self.loss, self.capture, self.only = model, loss, capture, only
        self.modules: dict[str, dict[str, Any]] = {}
        self.spreads: dict[str, Any] = {}
        self.silent: dict[str, tuple[Any, Any, int, bool]] = {}
        self.saturated: dict[str, Any] = {}
        self.alike: dict[str, Any] = {}  # how much of what a layer says differs from row to row
        self.made: list[tuple[Any, str]] = []  # what each layer gave, held so that it is known again
        self.weights: list[Any] = []
        self.batch: Any = None
        self.targets: Any = None
        self.outputs: Any = None
        self.heard: dict[str, Any] = {}
        self.steps = 0
        self.keeps = False  # rows of every batch, for the sample
        self.earlier: list[tuple[Any, Any]] = []

    def wants(self, family: str) -> bool:
        return not self.only or family in self.only

    def run(self, batches: Iterable[Any]) -> None:
        for batch in batches:
            if self.keeps and self.steps:
                keras_facts.keep(self)
            self._one(batch)
            self.steps += 1
        if not self.steps:
            raise Unfit("the data hold no batch", "give at least one")

    def _one(self, batch: Any) -> None:
        inputs, targets = parted(batch)
        self.batch, self.targets = inputs, targets
        self.spreads, self.saturated, self.alike, self.made = {}, {}, {}, []
        if not self.model.built:
            self._called(lambda: self.model(inputs))
        self.weights = keras_layers.weights(self.model)
        with kept(self.model), self._watched() as outputs_of:
            value, self.outputs, gradients, said = self._called(
                lambda: keras_gradients.passed(self.model, inputs, targets, self.loss, self.heard, outputs_of)
            )
        if str(self.heard.get("function")).startswith("cross_entropy"):  # JAX takes labels out of range without a word
            keras_gradients.labels_in_range(self.model, self.batch, self.targets)
        if not self.steps:  # a subclass may keep its layers in any order: that of the first call counts
            self.modules = {**{name: self.modules[name] for name in said}, **self.modules}
        self.made.clear()
        for name, output in said.items():
            self._seen(name, output)
        self._write(value, gradients)

    def _called(self, work: Any) -> Any:
        try:
            return work()
        except Unfit:
            raise
        except Exception as error:
            keras_gradients.labels_in_range(self.model, self.batch, self.targets)
            raise raised("the model", error, "hand over a batch and a loss that it takes") from error

    @contextmanager
    def _watched(self) -> Iterator[dict[str, Any]]:
        """Every layer leaves its output behind; the wrapped calls are gone afterwards."""
        said: dict[str, Any] = {}
        wrapped = []
        for layer in keras_layers.layers(self.model):
            name = keras_layers.name_of(layer, self.model)
            self.modules.setdefault(name, keras_layers.described(layer, self.model, 0))
            object.__setattr__(layer, "call", _leaving(layer.call, name, said, self.modules[name], self.made))
            wrapped.append(layer)
        try:
            yield said
        finally:
            for layer in wrapped:
                object.__delattr__(layer, "call")

    def _seen(self, name: str, output: Any) -> None:
        known = self.modules[name]
        known["shape_out"] = [int(length) for length in output.shape]
        if not self.wants("activations") or not all(known["shape_out"]):
            return
        self.spreads[name] = measures.spread(output)
        if len(output.shape) > 1 and output.shape[0] > 1:
            self.alike[name] = measures.between(output, self.spreads[name])
        activation = known.get("activation")
        if activation in UNITS and len(output.shape) > 1:
            self._peaks(name, output, activation)
        if activation in BOUNDS:
            self.saturated[name] = measures.saturated_share(output, *BOUNDS[activation])

    def _peaks(self, name: str, output: Any, activation: str) -> None:
        from keras import ops

        peaks, size = measures.unit_peaks(output), measures.mean_size(output)
        rows = 1
        for length in output.shape[:-1]:
            rows *= int(length)
        before = self.silent.get(name)
        if before is not None and before[0].shape == peaks.shape:
            peaks, size, rows = ops.maximum(before[0], peaks), ops.maximum(before[1], size), rows + before[2]
        self.silent[name] = (peaks, size, rows, activation in SMOOTH)

    # ---------------------------------------------------------- the writing

    def _write(self, value: Any, gradients: dict[int, Any]) -> None:
        names = list(self.modules)
        prefix = f"{self.model.name}/"
        self.capture.table("tensors", [one.path.removeprefix(prefix) for one in self.weights])
        rows = {"loss": value, **self._of_tensors(gradients), **self._of_modules(names)}
        numbers = dict(zip(rows, measures.read(list(rows.values()))))
        put_down(self.capture, self.steps, numbers, names, {name: one[2] for name, one in self.silent.items()})

    def _of_tensors(self, gradients: dict[int, Any]) -> dict[str, Any]:
        rows = {}
        for place, one in enumerate(self.weights):
            gradient = gradients.get(id(one))
            if gradient is not None and self.wants("gradients"):
                rows[f"grad {place}"] = measures.spread(*measures.dense_count(gradient, one.shape))
            if not self.steps:
                rows[f"weight {place}"] = measures.spread(one.value)
        return rows

    def _of_modules(self, names: list[str]) -> dict[str, Any]:
        rows = {}
        for place, name in enumerate(names):
            if name in self.spreads:
                rows[f"act {place}"] = self.spreads[name]
            if name in self.silent:
                peaks, size, _, smooth = self.silent[name]
                rows[f"dead {place}"] = measures.silent_share(peaks, size if smooth else size * 0)
            if name in self.saturated:
                rows[f"saturated {place}"] = self.saturated[name]
            if name in self.alike:
                rows[f"between {place}"] = self.alike[name]
        return rows


def _leaving(call: Any, name: str, said: dict[str, Any], known: dict[str, Any], made: list[tuple[Any, str]]) -> Any:
    import functools

    @functools.wraps(call)
    def leaving(*args: Any, **kwargs: Any) -> Any:
        output = call(*args, **kwargs)
        first = output[0] if isinstance(output, (tuple, list)) and output else output
        known["calls"] += 1
        if args and hasattr(args[0], "shape"):
            known.setdefault("fed_by", next((one for given, one in reversed(made) if given is args[0]), None))
        made.append((first, name))
        if "float" in str(getattr(first, "dtype", "")):
            said[name] = first
        return output

    return leaving


@contextmanager
def kept(model: Any) -> Iterator[None]:
    """Every variable, moving statistics and random seeds too, is as before when it ends."""
    from keras import ops

    learned = {id(one) for one in model.trainable_variables}
    before = [(one, ops.convert_to_numpy(one.value).copy()) for one in model.variables if id(one) not in learned]
    grads = [(one.value, one.value.grad) for one in model.variables if hasattr(one.value, "grad")]
    for tensor, _ in grads:
        tensor.grad = None
    try:
        yield
    finally:
        for one, value in before:
            one.assign(value)
        for tensor, grad in grads:
            tensor.grad = grad
