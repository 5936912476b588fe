"""Looks at Keras models on one backend and prints what was seen: `python keras_looks.py tensorflow`."""

import json
import os
import sys

os.environ["KERAS_BACKEND"] = sys.argv[1]
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
from keras import layers

from traindx.guards.refusal import Refused
from traindx.verbs.inspect import measured

keras.utils.set_random_seed(0)
numbers = np.random.default_rng(0)
x, y = numbers.normal(size=(64, 8)).astype("float32"), numbers.integers(0, 3, 64)


def sequential() -> keras.Model:
    return keras.Sequential(
        [
            layers.Input((8,)),
            layers.Dense(16, activation="relu", name="first"),
            layers.BatchNormalization(name="norm"),
            layers.Dropout(0.25, name="drop"),
            layers.Dense(16, name="second"),
            layers.Activation("tanh", name="bend"),
            layers.Dense(3, activation="softmax", name="last"),
        ]
    )


class Mixed(keras.Model):
    """Keeps its layers in another order than it calls them."""

    def __init__(self) -> None:
        super().__init__()
        self.head, self.memory = layers.Dense(4, name="head"), layers.LSTM(3, name="memory")
        self.table, self.mix = layers.Embedding(50, 6, name="table"), layers.MultiHeadAttention(2, 4, name="mix")

    def call(self, tokens, training=False):
        rows = self.table(tokens)
        return self.head(self.memory(rows + self.mix(rows, rows)))


def by_hand(model: keras.Model) -> dict[str, list[float]]:
    """The gradients by the textbook of the backend, dropout off so that they are always the same."""
    loss = keras.losses.SparseCategoricalCrossentropy()
    variables = list(model.trainable_variables)
    if sys.argv[1] == "tensorflow":
        import tensorflow as tf

        with tf.GradientTape() as tape:
            value = loss(y, model(x, training=True))
        found = [one.numpy() for one in tape.gradient(value, [one.value for one in variables])]
    elif sys.argv[1] == "torch":
        loss(y, model(x, training=True)).backward()
        found = [one.value.grad.numpy().copy() for one in variables]
        for one in variables:
            one.value.grad = None
    else:
        import jax

        others = [one.value for one in model.non_trainable_variables]
        found = jax.grad(lambda values: loss(y, model.stateless_call(values, others, x, training=True)[0]))(
            [one.value for one in variables]
        )
    wide = [np.asarray(one, dtype="float64") for one in found]
    return {one.path.partition("/")[2]: [float(np.linalg.norm(row)), float(row.mean()), int((row == 0).sum())]
            for one, row in zip(variables, wide, strict=True)}  # fmt: skip


def main() -> None:
    told: dict[str, object] = {}
    model = sequential()
    model.get_layer("drop").rate = 0.0
    before = [keras.ops.convert_to_numpy(one).copy() for one in model.variables]
    told["expected"] = by_hand(model)
    for one, value in zip(model.variables, before, strict=True):
        one.assign(value)
    run = measured(model, (x, y))
    told["kept"] = all(
        (keras.ops.convert_to_numpy(one) == was).all() for one, was in zip(model.variables, before, strict=True)
    )
    told["wrapped"] = [one.name for one in model.layers if "call" in vars(one)]
    told["measured"] = {
        name: [float(run.series[f"grad/{word}/{name}"].values[-1]) for word in ("norm", "mean", "zeros")]
        for name in told["expected"]
    }
    told["modules"] = [[one["name"], one["kind"], one.get("activation")] for one in run.fact("modules")]
    told["fed"] = [one["fed_by"] for one in run.fact("modules")]
    told["between"] = [float(run.series[f"act/between/{one['name']}"].values[-1]) for one in run.fact("modules")]
    told["loss"] = run.fact("loss")
    told["depth"] = run.fact("depth")
    told["independence"] = run.fact("independence")
    told["dead"] = {key: float(one.values[-1]) for key, one in run.series.items() if key.startswith("act/dead/")}
    told["series"] = sorted(
        {key.rsplit("/", 1)[0] if key.startswith("act") else key.split("/")[0] for key in run.series}
    )
    mixed = Mixed()
    mixed.compile(loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True), optimizer="adam")
    tokens = numbers.integers(0, 50, (9, 5))
    run = measured(mixed, (tokens, numbers.integers(0, 4, 9)))
    told["order"] = [one["name"].rpartition("/")[2] for one in run.fact("modules")]
    told["table"] = [run.series["grad/zeros/table/embeddings"].values[-1], (50 - len(set(tokens.ravel().tolist()))) * 6]
    told["settings"] = run.settings
    told["refused"] = []
    for given in ((x, y + 1), (x[:, :5], y), (x, None)):
        try:
            measured(sequential(), given)
        except Refused as refusal:
            told["refused"].append(str(refusal))
    print("TOLD " + json.dumps(told))


main()
