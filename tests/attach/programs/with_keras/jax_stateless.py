"""A Keras model on JAX, trained by its stateless calls.

Requires: keras, jax
"""

import os

os.environ["KERAS_BACKEND"] = "jax"
import jax
import keras
import numpy as np

keras.utils.set_random_seed(91)
x = np.random.default_rng(91).normal(size=(160, 5)).astype("float32")
y = x.max(1, keepdims=True)
model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(24, activation="relu"), keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam(0.01)
optimizer.build(model.trainable_variables)


def loss_fn(trainable, fixed, x, y):
    out, fixed = model.stateless_call(trainable, fixed, x, training=True)
    return ((out - y) ** 2).mean(), fixed


@jax.jit
def step(trainable, fixed, slots, x, y):
    (loss, fixed), grads = jax.value_and_grad(loss_fn, has_aux=True)(trainable, fixed, x, y)
    trainable, slots = optimizer.stateless_apply(slots, grads, trainable)
    return loss, trainable, fixed, slots


state = [[v.value for v in group] for group in (model.trainable_variables, model.non_trainable_variables)]
trainable, fixed, slots = *state, [v.value for v in optimizer.variables]
for epoch in range(5):
    for start in range(0, 160, 32):
        loss, trainable, fixed, slots = step(trainable, fixed, slots, x[start : start + 32], y[start : start + 32])
    print(f"epoch {epoch} loss {float(loss):.4f}")
