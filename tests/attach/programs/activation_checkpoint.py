"""Blocks are recomputed in the backward pass, the older way."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(68)
torch.set_num_threads(1)


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6, 20)
        self.blocks = nn.ModuleList(nn.Sequential(nn.LayerNorm(20), nn.Linear(20, 20), nn.ReLU()) for _ in range(3))
        self.last = nn.Linear(20, 3)

    def forward(self, x):
        x = self.first(x)
        for block in self.blocks:
            x = x + checkpoint(block, x, use_reentrant=True)
        return self.last(x)


x = torch.randn(160, 6)
y = x[:, :3].argmax(1)
model = Deep()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
for epoch in range(8):
    for rows in torch.randperm(128).split(32):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        val = nn.functional.cross_entropy(model(x[128:]), y[128:])
    print(f"epoch {epoch} loss {loss.item():.4f} val {val.item():.4f}")
