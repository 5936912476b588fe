"""The loop is a generator of events that a reporter consumes; a bar is drawn over itself."""

import sys

import torch
from torch import nn


def training(model, optimizer, x, y, epochs):
    criterion = nn.CrossEntropyLoss(reduction="none")
    for epoch in range(epochs):
        batches = torch.randperm(len(x)).split(25)
        for done, rows in enumerate(batches, 1):
            loss = criterion(model(x[rows]), y[rows]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            yield epoch, done / len(batches), loss.detach()


torch.manual_seed(71)
torch.set_num_threads(1)
x = torch.randn(200, 9)
y = (x[:, 0] - x[:, 1] > 0).long()
model = nn.Sequential(nn.Linear(9, 18), nn.Mish(), nn.Linear(18, 2))
for epoch, share, loss in training(model, torch.optim.Adadelta(model.parameters(), lr=1.0), x, y, 6):
    sys.stdout.write(f"\rEpoch {epoch + 1}: [{'#' * int(10 * share):10s}] {share:4.0%} loss={loss:.4f}")
    if share == 1:
        sys.stdout.write("\n")
