"""Keras models with one thing wrong each, for `bench_sick.py`: five architectures and what can be done to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import keras
import numpy as np
from keras import layers, ops

Case = tuple[Any, Any, Any]  # model, batch, loss
LOGITS = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
EVERY = ("mlp", "cnn", "gru", "transformer", "resnet")


def begin(name: str) -> Any:
    if name == "mlp":
        return keras.Input((20,))
    return keras.Input((16, 16, 3)) if name in ("cnn", "resnet") else keras.Input((24,), dtype="int32")


def body(name: str, x: Any, *, act: Any = "relu", depth: int = 2, norm: bool = False, drop: float = 0.0) -> Any:
    def bent(h: Any) -> Any:
        h = layers.BatchNormalization()(h) if norm else h
        h = layers.Activation(act)(h) if act else h
        return layers.Dropout(drop)(h) if drop else h

    if name == "mlp":
        for _ in range(depth):
            x = bent(layers.Dense(64)(x))
        return x
    if name == "cnn":
        for place in range(depth):
            x = bent(layers.Conv2D(24, 3, padding="same")(x))
            x = layers.AveragePooling2D(2)(x) if place < 2 else x
        return layers.Flatten()(x)
    if name == "gru":
        x = layers.GRU(48)(layers.Embedding(50, 32)(x))
        for _ in range(max(depth - 1, 1)):
            x = bent(layers.Dense(48)(x))
        return x
    if name == "transformer":
        x = layers.Embedding(50, 32)(x)
        for _ in range(depth):
            h = layers.LayerNormalization()(x)
            x = layers.Add()([x, layers.MultiHeadAttention(4, 8)(h, h)])
            h = layers.Dense(128)(layers.LayerNormalization()(x))
            x = layers.Add()([x, layers.Dropout(drop)(layers.Dense(32)(layers.Activation(act)(h) if act else h))])
        return layers.GlobalAveragePooling1D()(layers.LayerNormalization()(x))
    x = layers.Conv2D(24, 3, strides=2, padding="same")(x)
    for _ in range(depth):
        h = layers.BatchNormalization()(layers.Conv2D(24, 3, padding="same", use_bias=False)(x))
        h = layers.Dropout(drop)(layers.Activation(act)(h) if act else h)
        h = layers.BatchNormalization()(layers.Conv2D(24, 3, padding="same", use_bias=False)(h))
        x = layers.Add()([x, h])
        x = layers.Activation(act)(x) if act else x
    return layers.GlobalAveragePooling2D()(x)


def made(name: str, *, out: int = 10, end: Any = None, loss: Any = LOGITS, rows: int = 64, **how: Any) -> Case:
    start = begin(name)
    last = layers.Dense(out, name="head")(body(name, start, **how))
    return keras.Model(start, end(last) if end else last), (inputs(name, rows), np.random.randint(0, 10, rows)), loss


def inputs(name: str, rows: int = 64) -> Any:
    if name == "mlp":
        return np.random.normal(size=(rows, 20)).astype("float32")
    if name in ("cnn", "resnet"):
        return np.random.normal(size=(rows, 16, 16, 3)).astype("float32")
    return np.random.randint(0, 50, (rows, 24)).astype("int32")


def changed(case: Case, change: Callable[[Any], Any], *, but: str = "?") -> Case:
    for one in case[0].trainable_variables:
        if len(one.shape) >= 2 and but not in one.path:
            one.assign(change(ops.convert_to_numpy(one.value)))
    return case


def healthy(name: str) -> Case:
    return made(name)


def healthy_probabilities(name: str) -> Case:
    return made(name, end=layers.Softmax(), loss=keras.losses.SparseCategoricalCrossentropy())


def healthy_regression(name: str) -> Case:
    model, (x, _), _ = made(name, out=1)
    return model, (x, np.random.normal(size=(64, 1)).astype("float32")), keras.losses.MeanSquaredError()


def zero_init(name: str) -> Case:
    return changed(made(name), lambda w: 0 * w)


def constant_init(name: str) -> Case:
    return changed(made(name), lambda w: 0 * w + 0.05)


def init_too_large(name: str) -> Case:
    return changed(made(name), lambda w: 30 * w)


def init_too_small(name: str) -> Case:
    return changed(made(name, depth=4), lambda w: 0.005 * w)


def saturated(name: str) -> Case:
    return changed(made(name, act="tanh", depth=3), lambda w: 20 * w, but="head")


def dead_relu(name: str) -> Case:
    case = made(name)
    for one in case[0].trainable_variables:
        if ("bias" in one.path or "beta" in one.path) and "head" not in one.path and "attention" not in one.path:
            one.assign(ops.zeros(one.shape) - 30)
    return case


def deep_sigmoid(name: str) -> Case:
    return made(name, act="sigmoid", depth=14)


def softmax_before_loss(name: str) -> Case:
    return made(name, end=layers.Softmax())


def softmax_over_batch(name: str) -> Case:
    return made(name, end=layers.Softmax(axis=0))


def sigmoid_before_loss(name: str) -> Case:
    model, (x, _), _ = made(name, out=1, end=layers.Activation("sigmoid"))
    y = np.random.randint(0, 2, (64, 1)).astype("float32")
    return model, (x, y), keras.losses.BinaryCrossentropy(from_logits=True)


def relu_on_logits(name: str) -> Case:
    return made(name, end=layers.ReLU())


def tanh_on_logits(name: str) -> Case:
    return made(name, end=layers.Activation("tanh"))


def no_activation(name: str) -> Case:
    return made(name, act=None, depth=3)


def detached(name: str) -> Case:
    start = begin(name)
    cut = layers.Lambda(ops.stop_gradient)(body(name, start))
    return keras.Model(start, layers.Dense(10, name="head")(cut)), made(name)[1], LOGITS


def frozen(name: str) -> Case:
    case = made(name)
    for layer in case[0].layers:
        layer.trainable = layer.name == "head"
    return case


def statistics_of_two(name: str) -> Case:
    return made(name, norm=True, rows=2)


def nan_in_a_layer(name: str) -> Case:
    return made(name, end=layers.Lambda(lambda x: ops.sqrt(x - ops.mean(x))))


def too_much_dropout(name: str) -> Case:
    return made(name, drop=0.95)


def dropped_logits(name: str) -> Case:
    return made(name, end=layers.Dropout(0.5))


def constant_rows(name: str) -> Case:
    model, (x, y), loss = made(name)
    return model, (np.repeat(x[:1], len(x), 0), y), loss


def targets_out_of_reach(name: str) -> Case:
    model, (x, _), _ = made(name, out=1, end=layers.Activation("sigmoid"))
    y = (50 + 20 * np.random.normal(size=(64, 1))).astype("float32")
    return model, (x, y), keras.losses.MeanSquaredError()


HEALTHY = {one.__name__: one for one in (healthy, healthy_probabilities, healthy_regression)}
SICK: tuple[tuple[Callable[[str], Case], tuple[str, ...], tuple[str, ...]], ...] = (
    (zero_init, EVERY, ("zero-init",)),
    (constant_init, EVERY, ("constant-init",)),
    (init_too_large, EVERY, ("init-too-large",)),
    (init_too_small, ("mlp", "cnn", "gru"), ("init-too-small",)),
    (saturated, ("mlp", "cnn", "gru"), ("saturated-activations", "init-too-large")),
    (dead_relu, EVERY, ("dead-relu",)),
    (deep_sigmoid, ("mlp", "cnn", "gru"), ("saturated-activations", "too-deep-without-skips")),
    (softmax_before_loss, EVERY, ("softmax-before-cross-entropy",)),
    (softmax_over_batch, EVERY, ("softmax-over-wrong-dim",)),
    (sigmoid_before_loss, EVERY, ("sigmoid-before-bce-with-logits",)),
    (relu_on_logits, EVERY, ("activation-on-logits",)),
    (tanh_on_logits, EVERY, ("activation-on-logits",)),
    (no_activation, ("mlp", "cnn", "transformer", "resnet"), ("missing-nonlinearity",)),
    (detached, EVERY, ("graph-detached",)),
    (frozen, EVERY, ("parameters-frozen",)),
    (statistics_of_two, ("mlp", "cnn", "resnet"), ("batchnorm-tiny-batch",)),
    (nan_in_a_layer, EVERY, ("undefined-math",)),
    (too_much_dropout, EVERY, ("dropout-too-high",)),
    (dropped_logits, EVERY, ("dropout-too-high",)),
    (constant_rows, EVERY, ("constant-input",)),
    (targets_out_of_reach, EVERY, ("activation-on-logits", "target-not-scaled")),
)  # fmt: skip


def case(pathology: str, name: str, seed: int) -> Case:
    keras.utils.set_random_seed(seed)
    table = {one.__name__: one for one, _, _ in SICK} | HEALTHY
    return table[pathology](name)
