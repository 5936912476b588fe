"""Logistic regression with NumPy alone."""

import numpy as np

rng = np.random.default_rng(58)
x = rng.normal(size=(400, 6))
y = (x @ rng.normal(size=6) > 0).astype(float)
w, b, lr = np.zeros(6), 0.0, 0.5


def cost(rows):
    p = 1 / (1 + np.exp(-(x[rows] @ w + b)))
    return p, -np.mean(y[rows] * np.log(p + 1e-9) + (1 - y[rows]) * np.log(1 - p + 1e-9))


for epoch in range(20):
    for rows in np.split(rng.permutation(320), 8):
        p, loss = cost(rows)
        w -= lr * x[rows].T @ (p - y[rows]) / len(rows)
        b -= lr * np.mean(p - y[rows])
    print(f"epoch {epoch} loss {loss:.4f} val_loss {cost(np.arange(320, 400))[1]:.4f}")
