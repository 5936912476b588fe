"""A moving average of the weights is kept beside the model and evaluated in its place."""

import copy

import torch
from torch import nn

torch.manual_seed(31)
torch.set_num_threads(1)
x = torch.randn(240, 9)
y = (x.norm(dim=1) > 3).long()
model = nn.Sequential(nn.Linear(9, 32), nn.ReLU(), nn.Linear(32, 2))
ema = copy.deepcopy(model).requires_grad_(False).eval()
opt = torch.optim.AdamW(model.parameters(), lr=5e-3)
for epoch in range(8):
    for rows in torch.randperm(192).split(48):
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            for slow, fast in zip(ema.parameters(), model.parameters(), strict=True):
                slow.lerp_(fast, 0.1)
    with torch.no_grad():
        val = nn.functional.cross_entropy(ema(x[192:]), y[192:])
    print(f"epoch {epoch}: loss {loss.item():.4f}, ema val {val.item():.4f}")
