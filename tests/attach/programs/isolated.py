"""Meant for `python -I`, which ignores PYTHONPATH."""

import torch

torch.manual_seed(50)
torch.set_num_threads(1)
x = torch.randn(64, 4)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(30):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), x[:, :1])
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.4f}")
