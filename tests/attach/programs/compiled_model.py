"""torch.compile round the model, with the backend that compiles nothing."""

import torch
from torch import nn

torch.manual_seed(41)
torch.set_num_threads(1)
x = torch.randn(256, 8)
y = (x[:, 0] > x[:, 1]).long()
net = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 2))
model = torch.compile(net, backend="eager")
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for epoch in range(6):
    for rows in torch.randperm(192).split(48):
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        val = nn.functional.cross_entropy(model(x[192:]), y[192:])
    print(f"epoch {epoch} loss {loss.item():.4f} val {val.item():.4f}")
