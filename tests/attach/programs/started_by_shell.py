"""What start.sh starts."""

import sys

import torch
from torch import nn

torch.manual_seed(47)
torch.set_num_threads(1)
lr = float(sys.argv[sys.argv.index("--lr") + 1]) if "--lr" in sys.argv else 0.05
x = torch.randn(256, 5)
y = (x @ torch.ones(5) > 0.3).long()
model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9, nesterov=True)
for step in range(80):
    rows = torch.randint(0, 256, (32,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 20 == 19:
        sys.stderr.write(f"step {step + 1}: loss = {loss.item():.4f}\n")
