"""Keras networks for bench_healthy.py, in a process of their own: python benchmarks/bench_healthy_keras.py

Prints a JSON line for each look. The applications are built without weights for small pictures; the large ones are
looked at as they begin, the others after a short training too.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

os.environ.setdefault("KERAS_BACKEND", "tensorflow")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import numpy
from keras import layers

from traindx.configuration import configuration
from traindx.schema import Diagnosis
from traindx.verbs.diagnose import diagnosis
from traindx.verbs.inspect import measured

CLASSES = 4
numbers = numpy.random.default_rng(0)
Make = tuple[keras.Model, Callable[[], Any], str | None, int]
ZOO: dict[str, Callable[[], Make]] = {}


def healthy(make: Callable[[], Make]) -> Callable[[], Make]:
    ZOO[f"keras_{make.__name__}"] = make
    return make


def rows(width: int = 20) -> Callable[[], Any]:
    centres = numbers.normal(size=(CLASSES, width))

    def draw() -> Any:
        y = numbers.integers(CLASSES, size=64)
        return (centres[y] + numbers.normal(size=(64, width))).astype("float32"), y.astype("int32")

    return draw


def images(size: int = 16, count: int = 32) -> Callable[[], Any]:
    shapes = numbers.normal(size=(CLASSES, 4, 4, 3)).repeat(size // 4, 1).repeat(size // 4, 2)

    def draw() -> Any:
        y = numbers.integers(CLASSES, size=count)
        return (shapes[y] + 0.5 * numbers.normal(size=(count, size, size, 3))).astype("float32"), y.astype("int32")

    return draw


def words() -> Callable[[], Any]:
    def draw() -> Any:
        y = numbers.integers(CLASSES, size=32)
        own = y[:, None] + CLASSES * numbers.integers(12, size=(32, 16))
        x = numpy.where(numbers.random((32, 16)) < 0.5, own, numbers.integers(48, size=(32, 16)))
        return x.astype("int32"), y.astype("int32")

    return draw


CROSS = "sparse_categorical_crossentropy"


@healthy
def mlp() -> Make:
    model = keras.Sequential([keras.Input((20,)), layers.Dense(64, "relu"), layers.Dense(64, "relu"),
                              layers.Dense(CLASSES, "softmax")])  # fmt: skip
    return model, rows(), CROSS, 60


@healthy
def mlp_batchnorm_dropout() -> Make:
    parts: list[Any] = [keras.Input((20,))]
    for _ in range(2):
        parts += [layers.Dense(64), layers.BatchNormalization(), layers.Activation("relu"), layers.Dropout(0.3)]
    return keras.Sequential([*parts, layers.Dense(CLASSES, "softmax")]), rows(), CROSS, 60


@healthy
def cnn() -> Make:
    model = keras.Sequential([keras.Input((16, 16, 3)), layers.Conv2D(16, 3, activation="relu"), layers.MaxPooling2D(),
                              layers.Conv2D(32, 3, activation="relu"), layers.MaxPooling2D(), layers.Flatten(),
                              layers.Dense(64, "relu"), layers.Dropout(0.5),
                              layers.Dense(CLASSES, "softmax")])  # fmt: skip
    return model, images(), CROSS, 60


@healthy
def resnet_functional() -> Make:
    given = keras.Input((16, 16, 3))
    x = layers.Conv2D(16, 3, padding="same", use_bias=False)(given)
    for _ in range(3):
        y = layers.ReLU()(layers.BatchNormalization()(x))
        y = layers.Conv2D(16, 3, padding="same", use_bias=False)(y)
        y = layers.Conv2D(16, 3, padding="same")(layers.ReLU()(layers.BatchNormalization()(y)))
        x = layers.Add()([x, y])
    out = layers.Dense(CLASSES, "softmax")(layers.GlobalAveragePooling2D()(x))
    return keras.Model(given, out), images(), CROSS, 40


@healthy
def lstm() -> Make:
    model = keras.Sequential([keras.Input((16,), dtype="int32"), layers.Embedding(48, 16), layers.LSTM(32),
                              layers.Dense(CLASSES, "softmax")])  # fmt: skip
    return model, words(), CROSS, 60


@healthy
def gru_both_ways() -> Make:
    model = keras.Sequential([keras.Input((16,), dtype="int32"), layers.Embedding(48, 16),
                              layers.Bidirectional(layers.GRU(24)), layers.Dense(CLASSES, "softmax")])  # fmt: skip
    return model, words(), CROSS, 60


@healthy
def transformer() -> Make:
    given = keras.Input((16,), dtype="int32")
    x = layers.Embedding(48, 32)(given)
    for _ in range(2):
        y = layers.LayerNormalization()(x)
        x = layers.Add()([x, layers.MultiHeadAttention(4, 8)(y, y)])
        y = layers.Dense(64, "gelu")(layers.LayerNormalization()(x))
        x = layers.Add()([x, layers.Dense(32)(y)])
    out = layers.Dense(CLASSES, "softmax")(layers.GlobalAveragePooling1D()(x))
    return keras.Model(given, out), words(), CROSS, 60


@healthy
def autoencoder() -> Make:
    basis = numbers.normal(size=(4, 32)) / 2

    def draw() -> Any:
        x = (numbers.normal(size=(64, 4)) @ basis).astype("float32")
        return x, x

    model = keras.Sequential([keras.Input((32,)), layers.Dense(32, "relu"), layers.Dense(6), layers.Dense(32, "relu"),
                              layers.Dense(32)])  # fmt: skip
    return model, draw, "mse", 60


@healthy
def regression() -> Make:
    slope = numbers.normal(size=(8, 1)) / 3

    def draw() -> Any:
        x = numbers.normal(size=(64, 8))
        return x.astype("float32"), numpy.sin(x @ slope).astype("float32")

    return keras.Sequential([keras.Input((8,)), layers.Dense(64, "tanh"), layers.Dense(1)]), draw, "mse", 60


@healthy
def binary_sigmoid() -> Make:
    slope = numbers.normal(size=(8, 1))

    def draw() -> Any:
        x = numbers.normal(size=(64, 8))
        return x.astype("float32"), (x @ slope > 0).astype("float32")

    model = keras.Sequential([keras.Input((8,)), layers.Dense(32, "relu"), layers.Dense(1, "sigmoid")])
    return model, draw, "binary_crossentropy", 60


def application(name: str, steps: int, **settings: Any) -> None:
    def make() -> Make:
        model = getattr(keras.applications, name)(weights=None, input_shape=(32, 32, 3), classes=CLASSES, **settings)
        return model, images(32, 16), CROSS, steps

    make.__name__ = name.lower()
    healthy(make)


application("MobileNet", 30, alpha=0.25)
application("MobileNetV2", 30, alpha=0.35)
application("MobileNetV3Small", 0)
application("EfficientNetB0", 0)
application("ResNet50", 0)
application("ResNet50V2", 0)
application("DenseNet121", 0)
application("VGG16", 0)


def everything(model: keras.Model) -> list[bytes]:
    return [numpy.asarray(one).tobytes() for one in [*model.variables, *model.optimizer.variables]]


def looked(model: keras.Model, batch: Any) -> tuple[Diagnosis, bool]:
    before = everything(model)
    run = measured(model, batch)
    return diagnosis(run, config=configuration({}), why="inspect"), everything(model) == before


def main() -> None:
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    for name, make in ZOO.items():
        if only not in name:
            continue
        keras.utils.set_random_seed(0)
        keras.backend.clear_session()
        model, draw, loss, steps = make()
        model.compile(keras.optimizers.Adam(2e-3), loss)
        for state in ("initial", "trained")[: 2 if steps else 1]:
            learned = None
            if state == "trained":
                losses = [float(model.train_on_batch(*draw())) for _ in range(steps)]
                learned = [losses[0], float(model.test_on_batch(*draw())) if "bilenet" in name else losses[-1]]
            answer, same = looked(model, draw())
            loud = [one for one in answer.findings if one.severity in ("warning", "error")]
            row = {"name": name, "state": state, "unchanged": same, "losses": learned, "verdict": answer.verdict,
                   "loud": [f"{one.id}: {one.message}" for one in loud], "ids": [one.id for one in loud],
                   "failed": [f"{one.id}: {one.reason}" for one in answer.unseen if "failed" in (one.reason or "")],
                   "causes": [one.id for one in answer.causes[:3]], "reason": answer.reason}  # fmt: skip
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
