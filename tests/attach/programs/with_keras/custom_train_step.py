"""A Model whose train_step is its own (TensorFlow), with callbacks for the rate and for stopping.

Requires: keras, tensorflow
"""

import os

os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import numpy as np
import tensorflow as tf


class Denoiser(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(16, activation="tanh")
        self.out = keras.layers.Dense(6)
        self.tracker = keras.metrics.Mean(name="loss")

    def call(self, x):
        return self.out(self.hidden(x))

    @property
    def metrics(self):
        return [self.tracker]

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(data + tf.random.normal(tf.shape(data)) * 0.1, training=True) - data) ** 2)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}

    def test_step(self, data):
        self.tracker.update_state(tf.reduce_mean((self(data, training=False) - data) ** 2))
        return {"loss": self.tracker.result()}


keras.utils.set_random_seed(87)
x = np.random.default_rng(87).normal(size=(160, 6)).astype("float32")
model = Denoiser()
model.compile(optimizer=keras.optimizers.RMSprop(5e-3))
halve = keras.callbacks.LearningRateScheduler(lambda epoch, lr: lr * (0.5 if epoch else 1.0))
history = model.fit(x[:128], batch_size=32, epochs=4, validation_data=(x[128:],), callbacks=[halve], verbose=0)
for epoch, (loss, val) in enumerate(zip(history.history["loss"], history.history["val_loss"])):
    print(f"epoch {epoch + 1} loss {loss:.4f} val_loss {val:.4f}")
