"""A training to be started under another program: `python -m cProfile`."""

import torch
from torch import nn


def main():
    torch.manual_seed(72)
    torch.set_num_threads(1)
    x = torch.randn(64, 3)
    y = x.sum(1, keepdim=True)
    model = nn.Sequential(nn.Linear(3, 12), nn.ReLU(), nn.Linear(12, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(40):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    print(f"final loss {loss.item():.4f}")


main()
