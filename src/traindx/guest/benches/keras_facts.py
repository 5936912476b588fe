"""What the bench found out about a Keras model, its batch and its loss, as facts in the words of every framework."""

from __future__ import annotations

import contextlib
import inspect
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import keras_layers, keras_losses
from .torch_modules import WEIGHTED

if TYPE_CHECKING:
    from .keras import Bench

CLASSES = 1000  # labels that are counted
CHANNELS = 16
ROWS = 8_192  # of a weight that are compared
SAMPLE_ROWS, SAMPLE_BYTES = 2_000, 64 * 2**20


def tell(bench: Bench, optimizer: Any) -> None:
    """All facts of the bench but the sample."""
    describe(bench, optimizer)
    bench.capture.fact("batch", _batch(bench))
    if bench.heard.get("function"):
        bench.capture.fact("loss", _loss(bench))
    if bench.wants("architecture"):
        bench.capture.fact("independence", _independence(bench))


def describe(bench: Bench, optimizer: Any = None) -> None:
    """What is known without a batch."""
    capture, model = bench.capture, bench.model
    if not bench.modules:
        for layer in keras_layers.layers(model):
            bench.modules[keras_layers.name_of(layer, model)] = keras_layers.described(layer, model, 0)
        bench.weights = keras_layers.weights(model)
    _settings(bench, optimizer or getattr(model, "optimizer", None))
    capture.fact("model", _model(bench), where=_where(type(model)))
    # In the order of the first call where there was one: a subclass may keep its layers in any order.
    modules = list(bench.modules.values())
    capture.fact("modules", modules)
    capture.fact("tensors", _tensors(bench))
    capture.fact("skips", sum(one["calls"] or 1 for one in modules if one["kind"] == "skip"))
    capture.fact(
        "depth", sum(max(one["calls"], 1) for one in modules if one["kind"] in WEIGHTED) // max(bench.steps, 1)
    )
    capture.fact("unregistered", [])


def _settings(bench: Bench, optimizer: Any) -> None:
    known: dict[str, Any] = {"parameters": sum(keras_layers._size(one.shape) for one in bench.weights)}
    if bench.batch is not None and _arrays(bench.batch):
        known["batch_size"] = int(_arrays(bench.batch)[0][1].shape[0])
    if optimizer is not None and not isinstance(optimizer, str):
        known["optimizer"] = type(optimizer).__name__
        rate: Any = getattr(optimizer, "learning_rate", None)
        with contextlib.suppress(TypeError, ValueError):  # a schedule is no number
            known["lr"] = float(rate)
    if bench.heard.get("function"):
        known["loss"] = bench.heard["function"]
        if known["loss"].startswith("cross_entropy") and hasattr(bench.outputs, "shape"):
            known["classes"] = int(bench.outputs.shape[-1])
    bench.capture.settings(known)


def _model(bench: Bench) -> dict[str, Any]:
    trained = {id(one) for one in bench.model.trainable_variables}
    sizes = {id(one): keras_layers._size(one.shape) for one in bench.weights}
    widths = {"float64": 8, "float16": 2, "bfloat16": 2}
    return {
        "class": type(bench.model).__name__,
        "framework": "keras",
        "parameters": sum(sizes.values()),
        "trainable": sum(size for key, size in sizes.items() if key in trained),
        "bytes": sum(sizes[id(one)] * widths.get(str(one.dtype), 4) for one in bench.weights),
        "training": True,
        "device": None,
        "dtype": str(bench.weights[0].dtype) if bench.weights else None,
    }


def _tensors(bench: Bench) -> list[dict[str, Any]]:
    numpy = sys.modules["numpy"]
    rows = keras_layers.tensors(bench.model)
    follows = _following(bench)
    for row, one in zip(rows, bench.weights):
        row["activation"] = row["activation"] or follows.get(row["module"])
        if row["role"] in ("weight", "recurrent") and all(row["shape"]):
            matrix = _numpy(one.value).reshape(-1, row["shape"][-1]).T[:ROWS]  # a row for each unit
            row["constant"] = bool((matrix == matrix.flat[0]).all())
            row["equal_rows"] = 1 - len(numpy.unique(matrix, axis=0)) / max(len(matrix), 1)
    return rows


def _following(bench: Bench) -> dict[str, str]:
    """The activation that comes next behind each weighted layer, normalisation and dropout looked through."""
    follows: dict[str, str] = {}
    waiting = None
    for name, row in bench.modules.items():
        if row["kind"] in WEIGHTED:
            waiting = None if row.get("activation") else name
        elif row["kind"] == "activation" and waiting is not None:
            follows[waiting] = str(row.get("activation"))
            waiting = None
        elif row["kind"] not in ("normalization", "dropout", "pooling"):
            waiting = None
    return follows


# ----------------------------------------------------------------- the batch


def _numpy(tensor: Any) -> Any:
    from keras import ops

    tensor = tensor.detach() if hasattr(tensor, "detach") else tensor
    return sys.modules["numpy"].asarray(ops.convert_to_numpy(tensor))


def _arrays(value: Any, name: str = "input") -> list[tuple[str, Any]]:
    """The arrays of a structure with names for people."""
    if isinstance(value, Mapping):
        return [pair for key, one in value.items() for pair in _arrays(one, str(key))]
    if isinstance(value, (list, tuple)):
        return [pair for place, one in enumerate(value) for pair in _arrays(one, f"{name} {place + 1}")]
    return [(name, _numpy(value))] if hasattr(value, "shape") else []


def _batch(bench: Bench) -> dict[str, Any]:
    inputs = _arrays(bench.batch)
    targets = _arrays(bench.targets, "target") if bench.targets is not None else []
    return {
        "size": int(inputs[0][1].shape[0]) if inputs else None,
        "inputs": [_described(name, one) for name, one in inputs],
        "targets": [{**_described(name, one), **_labels(one)} for name, one in targets],
    }


def _described(name: str, array: Any) -> dict[str, Any]:
    numpy = sys.modules["numpy"]
    row: dict[str, Any] = {"name": name, "shape": list(array.shape), "dtype": str(array.dtype)}
    if not array.size or array.dtype.kind not in "fiub":
        return row
    flat = array.astype("float64")
    with numpy.errstate(all="ignore"):
        row.update(min=float(flat.min()), max=float(flat.max()), mean=float(flat.mean()), std=float(flat.std()))
    row["nan"], row["inf"] = int(numpy.isnan(flat).sum()), int(numpy.isinf(flat).sum())
    row["constant"] = bool(row["min"] == row["max"])
    row["alike"] = bool(flat.ndim and flat.shape[0] > 1 and (flat == flat[:1]).all())
    if array.dtype.kind == "f" and flat.ndim >= 2 and flat.shape[0] > 1:
        columns = flat.reshape(-1, flat.shape[-1]).T[:CHANNELS]
        row["channels"] = [{"mean": float(one.mean()), "std": float(one.std()),
                            "min": float(one.min()), "max": float(one.max())} for one in columns]  # fmt: skip
    return row


def _labels(array: Any) -> dict[str, Any]:
    numpy = sys.modules["numpy"]
    if not array.size:
        return {}
    if array.dtype.kind in "iub":
        values, counts = numpy.unique(array, return_counts=True)
        known = len(values) <= CLASSES
        return {"classes": {int(value): int(count) for value, count in zip(values, counts)}} if known else {}
    binary = bool(((array == 0) | (array == 1)).all())
    sums = array.ndim > 1 and bool((abs(array.sum(-1) - 1) < 1e-4).all() and (array >= 0).all())
    return {"binary": binary, "sums_to_one": sums}


# ------------------------------------------------------------------ the loss


def _loss(bench: Bench) -> dict[str, Any]:
    """What entered the loss, and what it is called elsewhere."""
    outputs = _arrays(bench.outputs, "output")
    targets = _arrays(bench.targets, "target") if bench.targets is not None else []
    row: dict[str, Any] = {
        "function": bench.heard["function"],
        "entered_from": _last_activation(bench),
        "chosen_by": bench.heard.get("chosen_by"),
        "elements": 1,
    }
    if outputs:
        into = outputs[0][1].astype("float64")
        row["input"] = {"shape": list(into.shape), "dtype": str(outputs[0][1].dtype)}
        if into.size:
            row["input"].update(min=float(into.min()), max=float(into.max()), mean=float(into.mean()))
            row["input"].update(
                std=float(into.std()), negative=float((into < 0).mean()), zeros=float((into == 0).mean())
            )
        if into.ndim > 1 and into.size:
            across, down = into.sum(-1), into.sum(0)
            row["input"].update(row_sum_min=float(across.min()), row_sum_max=float(across.max()))
            row["input"].update(column_sum_min=float(down.min()), column_sum_max=float(down.max()))
    row["target"] = _target(targets[0][1]) if targets else {}
    return row


def _last_activation(bench: Bench) -> str | None:
    """What the layer that was called last applies, if it applies anything."""
    called = [one for one in bench.modules.values() if one["calls"] and "shape_out" in one]
    ends = bool(called) and called[-1]["shape_out"] == [int(one) for one in getattr(bench.outputs, "shape", ())]
    return called[-1].get("activation") if ends else None


def _target(array: Any) -> dict[str, Any]:
    numpy = sys.modules["numpy"]
    row: dict[str, Any] = {"shape": list(array.shape), "dtype": str(array.dtype), "ignored": 0.0}
    if not array.size:
        return row
    row.update(min=float(array.min()), max=float(array.max()))
    labels = array
    if array.dtype.kind == "f" and array.ndim > 1 and _labels(array).get("sums_to_one"):
        labels = array.argmax(-1)  # one place of each row is set
    if labels.dtype.kind in "iub":
        _, counts = numpy.unique(labels, return_counts=True)
        shares = counts / counts.sum()
        row.update(entropy=float(-(shares * numpy.log(shares)).sum()), classes=len(counts))
    else:
        row.update(mean=float(array.mean()), std=float(array.std()))
    return row


# ---------------------------------------------------------------- the others


def _independence(bench: Bench) -> dict[str, Any]:
    """Whether what the model says of the first row changes when the others do, in evaluation mode."""
    numpy = sys.modules["numpy"]
    found: dict[str, Any] = {"mode": "eval"}
    if not hasattr(bench.batch, "shape") or len(bench.batch) < 2:
        return found
    given = _numpy(bench.batch)
    other = given.copy()
    turned = given[::-1][: len(given) - 1]
    other[1:] = turned * 3 + 1 if given.dtype.kind == "f" else given[:1]
    try:
        usual = _arrays(bench.model(given, training=False))[0][1]
        found["repeat"] = _change(usual, _arrays(bench.model(given, training=False))[0][1])
        changed = _arrays(bench.model(other, training=False))[0][1]
        if usual.shape == changed.shape and len(usual) == len(given):
            found["batch"] = _change(usual[:1], changed[:1])
        if given.dtype.kind in "iu" and given.ndim == 2 and given.shape[1] >= 4 and usual.ndim >= 2:
            half = given.shape[1] // 2
            later = given.copy()
            later[:, half:] = numpy.roll(given[:, half:], 1, axis=1)[::-1]
            targets: Any = _numpy(bench.targets) if hasattr(bench.targets, "shape") else None
            same = targets is not None and targets.shape == given.shape
            found["next_token"] = bool(same and (targets[:, :-1] == given[:, 1:]).mean() > 0.9)
            changed = _arrays(bench.model(later, training=False))[0][1]
            if changed.shape == usual.shape and usual.shape[1] == given.shape[1]:
                found["future"] = _change(usual[:, :half], changed[:, :half])
    except Exception as error:  # the batch that trained went through; a made-up one may not
        found["failed"] = f"{type(error).__name__}: {error}"
    return found


def _change(usual: Any, changed: Any) -> float:
    """The largest difference over the scale of what was said."""
    scale = usual.std() if usual.size > 1 else abs(usual).max()
    return float(abs(usual.astype("float64") - changed.astype("float64")).max() / (scale + 1e-12))


def keep(bench: Bench) -> None:
    """Remembers the rows of a batch that is followed by another, as far as the sample may hold them."""
    inputs, targets = _arrays(bench.batch), _arrays(bench.targets, "y") if bench.targets is not None else []
    room = SAMPLE_ROWS - sum(len(x) for x, _ in bench.earlier)
    size = inputs[0][1][:room].nbytes * (len(bench.earlier) + 1) if inputs else 0
    if inputs and room > 0 and size <= SAMPLE_BYTES // 2:
        bench.earlier.append((inputs[0][1][:room], targets[0][1][:room] if targets else None))


def _earlier(bench: Bench, held: dict[str, Any]) -> dict[str, Any]:
    """The rows of earlier batches that have the shape of those of the last one."""

    def alike(one: Any, word: str) -> bool:
        return one is not None and word in held and one.shape[1:] == held[word].shape[1:]

    kept = [(x, y) for x, y in bench.earlier if alike(x, "x") and (alike(y, "y") or "y" not in held)]
    if not kept:
        return {}
    join = sys.modules["numpy"].concatenate
    both = {"earlier_x": join([x for x, _ in kept])}
    return {**both, "earlier_y": join([y for _, y in kept])} if "y" in held else both


def sample(bench: Bench, path: str) -> None:
    """The rows of the last batch, in a file of the user's own that the parent reads and deletes."""
    inputs, targets = _arrays(bench.batch), _arrays(bench.targets, "y") if bench.targets is not None else []
    if not inputs:
        return
    arrays = {word: pairs[0][1][:SAMPLE_ROWS] for word, pairs in (("x", inputs), ("y", targets)) if pairs}
    arrays.update(_earlier(bench, arrays))
    if sum(one.nbytes for one in arrays.values()) > SAMPLE_BYTES:
        return
    outputs = _arrays(bench.outputs)
    if outputs and targets and bench.heard.get("function"):
        losses = keras_losses.by_row(bench.heard["function"], outputs[0][1][:SAMPLE_ROWS], arrays["y"])
        if losses is not None:
            arrays["losses"] = sys.modules["numpy"].asarray(losses)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        sys.modules["numpy"].savez(file, **arrays)
    bench.capture.fact("sample", path)


def _where(model: type) -> str | None:
    try:
        return f"{inspect.getsourcefile(model)}:{inspect.getsourcelines(model)[1]}"
    except (OSError, TypeError):
        return None
