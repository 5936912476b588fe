"""Trains, saves everything, builds it anew, loads it and goes on."""

import os
import tempfile

import torch
from torch import nn


def build():
    model = nn.Sequential(nn.Linear(5, 20), nn.ReLU(), nn.Linear(20, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    return model, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 20, 0.5)


def train(model, optimizer, schedule, steps):
    for _ in range(steps):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    print(f"stopped at loss {loss.item():.4f}, lr {schedule.get_last_lr()[0]}")


torch.manual_seed(40)
torch.set_num_threads(1)
x = torch.randn(100, 5)
y = x.relu().sum(1, keepdim=True)
first = build()
train(*first, 30)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "checkpoint.pt")
    torch.save({name: part.state_dict() for name, part in zip("mos", first, strict=True)}, path)
    second = build()
    saved = torch.load(path, weights_only=True)
for name, part in zip("mos", second, strict=True):
    part.load_state_dict(saved[name])
train(*second, 30)
