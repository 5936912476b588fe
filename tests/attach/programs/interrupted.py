"""Gets the signal of Ctrl-C in its fortieth step and says good-bye."""

import os
import signal

import torch
from torch import nn

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
torch.manual_seed(53)
torch.set_num_threads(1)
x = torch.randn(128, 5)
y = (x[:, 0] > 0).long()
model = nn.Linear(5, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
try:
    for step in range(1, 1000):
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step == 40:
            os.kill(os.getpid(), signal.SIGINT)
finally:
    print(f"interrupted at step {step}, loss {loss.item():.4f}", flush=True)
