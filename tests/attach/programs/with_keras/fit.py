"""compile and fit; the backend is what KERAS_BACKEND says.

Requires: keras
"""

import keras
import numpy as np

keras.utils.set_random_seed(86)
rng = np.random.default_rng(86)
x = rng.normal(size=(256, 8)).astype("float32")
y = (x[:, 0] + x[:, 1] > 0).astype("int32")
model = keras.Sequential(
    [keras.Input((8,)), keras.layers.Dense(24, activation="relu"), keras.layers.Dense(2, name="logits")]
)
model.compile(optimizer=keras.optimizers.Adam(0.01), loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
history = model.fit(x[:192], y[:192], batch_size=32, epochs=4, validation_data=(x[192:], y[192:]), verbose=2)
print(f"loss {history.history['loss'][-1]:.4f} val_loss {history.history['val_loss'][-1]:.4f}")
