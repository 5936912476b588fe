"""Batches handed in one by one with train_on_batch.

Requires: keras
"""

import keras
import numpy as np

keras.utils.set_random_seed(89)
rng = np.random.default_rng(89)
x = rng.normal(size=(240, 4)).astype("float32")
y = (x**2).mean(1, keepdims=True)
inputs = keras.Input((4,))
hidden = keras.layers.Dense(16, activation="gelu")(inputs)
model = keras.Model(inputs, keras.layers.Dense(1)(hidden))
model.compile(optimizer=keras.optimizers.AdamW(5e-3), loss="mse")
for step in range(40):
    rows = rng.integers(0, 200, 40)
    model.reset_metrics()
    loss = model.train_on_batch(x[rows], y[rows])
    if step % 10 == 9:
        val = model.evaluate(x[200:], y[200:], verbose=0)
        print(f"step {step + 1}: {float(np.ravel(loss)[0]):.4f} (held out {val:.4f})")
