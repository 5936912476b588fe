"""No optimizer: every weight is moved by hand under no_grad."""

import torch
import torch.nn.functional as F

torch.manual_seed(4)
torch.set_num_threads(1)
lr = 0.2
x = torch.randn(256, 6)
y = x.abs().argmax(1) % 3
model = torch.nn.Sequential(torch.nn.Linear(6, 24), torch.nn.ReLU(), torch.nn.Linear(24, 3))
for step in range(100):
    rows = torch.randint(0, 256, (64,))
    loss = F.cross_entropy(model(x[rows]), y[rows])
    model.zero_grad()
    loss.backward()
    with torch.no_grad():
        for p in model.parameters():
            p -= lr * p.grad
    if step % 25 == 24:
        print("step", step + 1, "loss", round(loss.item(), 4))
