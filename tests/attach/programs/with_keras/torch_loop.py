"""A Keras model on the torch backend in a loop of PyTorch.

Requires: keras, torch
"""

import os

os.environ["KERAS_BACKEND"] = "torch"
import keras
import torch

keras.utils.set_random_seed(90)
torch.set_num_threads(1)
x = torch.randn(128, 6)
y = (x[:, 0] > 0).long()
model = keras.Sequential([keras.Input((6,)), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(2)])
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(6):
    for rows in torch.randperm(128).split(32):
        loss = torch.nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch} loss {loss.item():.4f}")
