"""A loop of one's own with GradientTape, the step compiled by tf.function.

Requires: keras, tensorflow
"""

import os

os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(88)
x = np.random.default_rng(88).normal(size=(224, 5)).astype("float32")
y = np.abs(x).sum(1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x[:192], y[:192])).shuffle(192, seed=1).batch(32)
model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(1)])
optimizer, loss_fn = keras.optimizers.SGD(0.02, momentum=0.9), keras.losses.MeanSquaredError()


@tf.function
def train_step(inputs, targets):
    with tf.GradientTape() as tape:
        loss = loss_fn(targets, model(inputs, training=True))
    grads = tape.gradient(loss, model.trainable_weights)
    optimizer.apply(grads, model.trainable_weights)
    return loss


for epoch in range(5):
    for inputs, targets in dataset:
        loss = train_step(inputs, targets)
    val = loss_fn(y[192:], model(x[192:], training=False))
    print(f"Epoch {epoch}: loss {float(loss):.4f}, validation {float(val):.4f}")
