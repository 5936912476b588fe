"""Keras on one backend for bench_numbers.py: KERAS_BACKEND=jax python benchmarks/bench_numbers_keras.py

Gradients come from the backend's own means, outputs from a second model that gives those of every layer; the statistics
are taken by NumPy in double precision.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from typing import Any

os.environ.setdefault("KERAS_BACKEND", "tensorflow")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import numpy
from keras import layers

from traindx.verbs.inspect import measured

BAR = 1e-5
COUNTS = ("count", "nonfinite", "zeros")
numbers = numpy.random.default_rng(0)
CLASSIFY = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def pictures() -> Any:
    return numbers.normal(size=(8, 16, 16, 3)).astype("float32"), numbers.integers(4, size=8).astype("int32")


def columns() -> Any:
    return numbers.normal(2, 1, size=(32, 20)).astype("float32"), numbers.integers(4, size=32).astype("int32")


def words() -> Any:
    return numbers.integers(1, 60, size=(8, 12)).astype("int32"), numbers.integers(4, size=8).astype("int32")


def models() -> Iterator[tuple[str, keras.Model, Any]]:
    """Without dropout, whose random numbers no second pass would meet again."""
    given = keras.Input((20,))
    x = layers.Dense(64, "relu")(given)
    yield "mlp", keras.Model(given, layers.Dense(4)(x)), columns()
    x = given
    for _ in range(6):
        x = layers.Activation("gelu")(layers.LayerNormalization()(layers.Dense(48)(x)))
    yield "deep", keras.Model(given, layers.Dense(4)(x)), columns()
    yield "wide", keras.Model(given, layers.Dense(4)(layers.Dense(20000, "tanh")(given))), columns()
    x = layers.BatchNormalization()(layers.Dense(32)(given))
    yield "batchnorm", keras.Model(given, layers.Dense(4)(layers.ReLU()(x))), columns()
    x = layers.Dense(32, "selu", trainable=False)(given)
    yield "frozen", keras.Model(given, layers.Dense(4)(x)), columns()

    given = keras.Input((16, 16, 3))
    x = layers.MaxPooling2D()(layers.Conv2D(8, 3, activation="relu")(given))
    yield "cnn", keras.Model(given, layers.Dense(4)(layers.Flatten()(x))), pictures()
    x = layers.Conv2D(8, 3, padding="same", use_bias=False)(given)
    y = layers.Conv2D(8, 3, padding="same")(layers.ReLU()(layers.BatchNormalization()(x)))
    x = layers.GlobalAveragePooling2D()(layers.Add()([x, y]))
    yield "resnet", keras.Model(given, layers.Dense(4)(x)), pictures()
    x = layers.SeparableConv2D(8, 3, activation="relu")(given)
    yield "separable", keras.Model(given, layers.Dense(4)(layers.GlobalMaxPooling2D()(x))), pictures()

    given = keras.Input((12,), dtype="int32")
    held = layers.Embedding(60, 16)(given)
    yield "lstm", keras.Model(given, layers.Dense(4)(layers.LSTM(16)(held))), words()
    yield "gru", keras.Model(given, layers.Dense(4)(layers.Bidirectional(layers.GRU(8))(held))), words()
    y = layers.LayerNormalization()(held)
    x = layers.Add()([held, layers.MultiHeadAttention(2, 8)(y, y)])
    x = layers.Dense(16)(layers.Dense(32, "gelu")(x))
    yield "transformer", keras.Model(given, layers.Dense(4)(layers.GlobalAveragePooling1D()(x))), words()
    yield "bag", keras.Model(given, layers.Dense(4)(layers.GlobalAveragePooling1D()(held))), words()


def own_gradients(model: keras.Model, x: Any, y: Any) -> list[Any]:
    learned = list(model.trainable_variables)
    if keras.backend.backend() == "tensorflow":
        import tensorflow

        with tensorflow.GradientTape() as tape:
            loss = CLASSIFY(y, model(x, training=True))
        found = tape.gradient(loss, [one.value for one in learned])
        return [tensorflow.convert_to_tensor(one).numpy() for one in found]
    if keras.backend.backend() == "torch":
        import torch

        loss = CLASSIFY(y, model(x, training=True))
        return [one.detach().numpy() for one in torch.autograd.grad(loss, [one.value for one in learned])]
    import jax

    others = [one.value for one in model.non_trainable_variables]
    found = jax.grad(lambda values: CLASSIFY(y, model.stateless_call(values, others, x, training=True)[0]))(
        [one.value for one in learned]
    )
    return [numpy.asarray(one) for one in found]


def distance(run: Any, word: str, name: str, values: Any) -> tuple[float, int]:
    flat = numpy.asarray(values).reshape(-1).astype("float64")
    norm = math.sqrt((flat**2).sum())
    wanted = {"count": flat.size, "nonfinite": 0, "zeros": int((flat == 0).sum()), "mean": flat.mean(),
              "std": flat.std(), "norm": norm, "max": flat.max(), "min": flat.min()}  # fmt: skip
    worst, wrong = 0.0, 0
    for statistic, value in wanted.items():
        series = run.series.get(f"{word}/{statistic}/{name}")
        if series is None or (statistic in COUNTS and series.values[0] != value):
            wrong += 1
        elif statistic not in COUNTS and norm:
            scale = norm if statistic == "norm" else norm / math.sqrt(flat.size)
            worst = max(worst, abs(float(series.values[0]) - value) / scale)
    return worst, wrong


def main() -> int:
    began, worst, wrong, tensors, names = time.perf_counter(), 0.0, 0, 0, 0
    for name, model, (x, y) in models():
        before = [keras.ops.convert_to_numpy(one.value).copy() for one in model.variables]
        run = measured(model, (x, y), CLASSIFY)
        same = [keras.ops.convert_to_numpy(one.value) for one in model.variables]
        far, off = 0.0, sum((one != other).any() for one, other in zip(before, same, strict=True))
        pairs = [("grad", one.path, value) for one, value in zip(model.trainable_variables, own_gradients(model, x, y),
                                                                 strict=True)]  # fmt: skip
        for one, value in zip(model.variables, before, strict=True):
            one.assign(value)
        pairs += [("weight", one.path, value) for one, value in zip(model.variables, before, strict=True)
                  if f"weight/norm/{one.path.removeprefix(model.name + '/')}" in run.series]  # fmt: skip
        computing = [layer for layer in model.layers if f"act/norm/{layer.name}" in run.series]
        gave = keras.Model(model.inputs, [layer.output for layer in computing])(x, training=True)
        pairs += [("act", layer.name, keras.ops.convert_to_numpy(one.detach() if hasattr(one, "detach") else one))
                  for layer, one in zip(computing, gave, strict=True)]  # fmt: skip
        for word, path, value in pairs:
            away, missing = distance(run, word, path.removeprefix(f"{model.name}/"), value)
            far, off = max(far, away), off + missing
        if far > BAR or off:
            print(f"{name}: {far:.2g} away, {off} wrong counts of {len(pairs)} tensors")
        worst, wrong, tensors, names = max(worst, far), wrong + off, tensors + len(pairs), names + 1
    print(f"keras on {keras.backend.backend()}: {names} architectures, {tensors} tensors: at most {worst:.1e} of the "
          f"root mean square, {wrong} wrong counts; {time.perf_counter() - began:.0f} s")  # fmt: skip
    return int(worst > BAR or wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
