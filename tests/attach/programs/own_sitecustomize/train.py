"""Refuses to train where its own sitecustomize did not run."""

import os
import sys

if os.environ.get("OWN_SITECUSTOMIZE") != "ran":
    sys.exit("my sitecustomize was not run")

import torch

torch.manual_seed(49)
torch.set_num_threads(1)
x = torch.randn(100, 3)
y = (x**2).sum(1, keepdim=True)
model = torch.nn.Sequential(torch.nn.Linear(3, 24), torch.nn.ReLU(), torch.nn.Linear(24, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(50):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
print(f"{os.environ['OWN_SITECUSTOMIZE']}: loss {loss.item():.4f}")
