"""A Keras model forward and backward by the means of its backend."""

from __future__ import annotations

import sys
from typing import Any

from ..unfit import Unfit
from . import keras_layers


def passed(model: Any, inputs: Any, targets: Any, loss: Any, heard: dict[str, Any], said: dict[str, Any]) -> Any:
    """(loss, outputs, gradients by the identity of their variable, outputs by the name of their layer)."""
    from keras import backend

    work = {"tensorflow": _tensorflow, "torch": _torch, "jax": _jax}.get(backend.backend())
    if work is None:
        raise Unfit(f"the backend {backend.backend()} gives no gradients", "use tensorflow, torch or jax")
    return work(model, inputs, targets, loss, heard, said)


def _tensorflow(model: Any, inputs: Any, targets: Any, loss: Any, heard: dict[str, Any], said: dict[str, Any]) -> Any:
    import tensorflow

    with tensorflow.GradientTape() as tape:
        outputs = model(inputs, training=True)
        value = loss_of(model, inputs, targets, outputs, loss, heard)
    learned = list(model.trainable_variables)
    gradients = tape.gradient(value, [one.value for one in learned])
    _must_reach(gradients)
    return value, outputs, {id(one): grad for one, grad in zip(learned, gradients) if grad is not None}, dict(said)


def _torch(model: Any, inputs: Any, targets: Any, loss: Any, heard: dict[str, Any], said: dict[str, Any]) -> Any:
    outputs = model(inputs, training=True)
    value = loss_of(model, inputs, targets, outputs, loss, heard)
    if not value.requires_grad:
        _must_reach([])
    value.backward()
    learned = list(model.trainable_variables)
    gradients = {id(one): one.value.grad for one in learned if one.value.grad is not None}
    return value.detach(), outputs.detach() if hasattr(outputs, "detach") else outputs, gradients, dict(said)


def _jax(model: Any, inputs: Any, targets: Any, loss: Any, heard: dict[str, Any], said: dict[str, Any]) -> Any:
    import jax

    learned, others = list(model.trainable_variables), [one.value for one in model.non_trainable_variables]

    names: list[str] = []  # JAX sorts the keys of a dict that it hands through

    def work(values: list[Any]) -> Any:
        said.clear()
        outputs, _ = model.stateless_call(values, others, inputs, training=True)
        names[:] = said
        return loss_of(model, inputs, targets, outputs, loss, heard), (outputs, list(said.values()))

    (value, (outputs, told)), gradients = jax.value_and_grad(work, has_aux=True)([one.value for one in learned])
    said.clear()
    return value, outputs, {id(one): grad for one, grad in zip(learned, gradients)}, dict(zip(names, told))


def _must_reach(gradients: list[Any]) -> None:
    if not any(one is not None for one in gradients):
        raise Unfit(
            "the loss does not depend on any variable that learns",
            "look for stop_gradient, numpy inside the model, or layers that are all frozen",
        )


# ------------------------------------------------------------------ the loss


def loss_of(model: Any, inputs: Any, targets: Any, outputs: Any, loss: Any, heard: dict[str, Any]) -> Any:
    """The loss as one number, by whom it was chosen, and its kind in the words of every framework."""
    import keras
    from keras import ops

    if targets is None and loss is None and not model.losses:
        raise Unfit("there are no targets and no loss", "hand over (inputs, targets), or name a loss with --loss")
    given = keras.losses.get(loss) if isinstance(loss, (str, dict)) else loss
    heard["chosen_by"] = "user"
    if given is None and getattr(model, "compiled", False) and model.loss is not None:
        heard["chosen_by"] = "model"
        heard.update(kind_of_loss(model.loss))
        return model.compute_loss(x=inputs, y=targets, y_pred=outputs, training=True)
    if given is None:
        heard["chosen_by"] = "traindx"
        given = usual(model, outputs, targets)
    heard.update(kind_of_loss(given))
    value = ops.mean(given(targets, outputs) if targets is not None else given(outputs))
    return value + ops.sum(ops.stack(model.losses)) if model.losses else value


def usual(model: Any, outputs: Any, targets: Any) -> Any:
    """The loss that such outputs and targets are usually trained with."""
    import keras

    if not hasattr(outputs, "shape") or not hasattr(targets, "shape"):
        raise Unfit("no loss can be told from the targets", "name one with --loss pkg.mod:function")
    whole = "int" in str(targets.dtype) or "bool" in str(targets.dtype)
    last = next(reversed([*keras_layers.layers(model)]), None)
    bounded = None if last is None else keras_layers.activation_of(last)
    if whole and int(outputs.shape[-1]) > 1 and len(outputs.shape) == len(targets.shape) + 1:
        return keras.losses.SparseCategoricalCrossentropy(from_logits=bounded != "softmax")
    if bounded == "sigmoid" or (whole and int(outputs.shape[-1]) == 1):
        return keras.losses.BinaryCrossentropy(from_logits=bounded != "sigmoid")
    if bounded == "softmax" and len(outputs.shape) == len(targets.shape):
        return keras.losses.CategoricalCrossentropy()
    if not whole:
        return keras.losses.MeanSquaredError()
    raise Unfit(f"no loss can be told from targets of {targets.dtype}", "name one with --loss pkg.mod:function")


FUNCTIONS = {
    "categoricalcrossentropy": "cross_entropy",
    "sparsecategoricalcrossentropy": "cross_entropy",
    "binarycrossentropy": "binary_cross_entropy",
    "meansquarederror": "mse_loss",
    "meanabsoluteerror": "l1_loss",
    "mse": "mse_loss",
    "mae": "l1_loss",
    "huber": "huber_loss",
}


def kind_of_loss(loss: Any) -> dict[str, Any]:
    """The name of a loss as PyTorch calls it; one that takes probabilities has that in its name."""
    if isinstance(loss, str):
        name, logits = loss, False
    else:
        name = type(loss).__name__ if not hasattr(loss, "__name__") else loss.__name__
        config = getattr(loss, "_fn_kwargs", None) or getattr(loss, "fn_kwargs", None) or {}
        logits = bool(getattr(loss, "from_logits", config.get("from_logits", False)))
    function = FUNCTIONS.get(name.lower().replace("_", ""), name)
    if function == "cross_entropy" and not logits:
        function = "cross_entropy_of_probabilities"
    if function == "binary_cross_entropy" and logits:
        function = "binary_cross_entropy_with_logits"
    return {"function": function}


def labels_in_range(model: Any, inputs: Any, targets: Any) -> None:
    """Labels that the outputs of a model have no place for are named before the words of the framework."""
    numpy = sys.modules["numpy"]
    shape = getattr(model, "output_shape", None)
    if targets is None or not hasattr(targets, "dtype") or "int" not in str(targets.dtype) or not shape:
        return
    width, labels = shape[-1], numpy.asarray(targets)
    if isinstance(width, int) and width > 1 and labels.size and not 0 <= labels.min() <= labels.max() < width:
        raise Unfit(
            f"the labels go from {labels.min()} to {labels.max()}, but the model has {width} outputs",
            "count the classes of the data anew, or begin the labels at 0",
        )
