"""Stops when the validation loss has not fallen for three epochs."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class EarlyStopping:
    def __init__(self, patience):
        self.patience, self.best, self.bad = patience, float("inf"), 0

    def __call__(self, value):
        self.bad = 0 if value < self.best else self.bad + 1
        self.best = min(self.best, value)
        return self.bad >= self.patience


def evaluate(model, loader, criterion):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            total += criterion(model(x), y).item()
    return total / len(loader)


torch.manual_seed(39)
torch.set_num_threads(1)
x, y = torch.randn(160, 30), torch.randint(0, 2, (160,))
train = DataLoader(TensorDataset(x[:120], y[:120]), 24, shuffle=True)
val = DataLoader(TensorDataset(x[120:], y[120:]), 20)
model = nn.Sequential(nn.Linear(30, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 2))
criterion, stopper = nn.CrossEntropyLoss(), EarlyStopping(3)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for epoch in range(100):
    model.train()
    for xb, yb in train:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
    val_loss = evaluate(model, val, criterion)
    print(f"epoch {epoch} train_loss {loss.item():.4f} val_loss {val_loss:.4f}")
    if stopper(val_loss):
        print(f"Early stopping at epoch {epoch}")
        break
