"""Is killed without a word in its thirtieth step."""

import os
import signal

import torch

torch.manual_seed(54)
torch.set_num_threads(1)
x = torch.randn(80, 3)
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for step in range(1, 100):
    loss = torch.nn.functional.mse_loss(model(x), x.mean(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: {loss.item():.4f}", flush=True)
    if step == 30:
        os.kill(os.getpid(), signal.SIGKILL)
