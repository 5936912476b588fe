"""A loop of one's own with Fabric.

Requires: lightning
"""

import lightning as L
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

L.seed_everything(82)
torch.set_num_threads(1)
fabric = L.Fabric(accelerator="cpu", devices=1)
fabric.launch()
x = torch.randn(160, 6)
y = x.sum(1, keepdim=True).relu()
model = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 1))
model, optimizer = fabric.setup(model, torch.optim.AdamW(model.parameters(), lr=0.01))
loader = fabric.setup_dataloaders(DataLoader(TensorDataset(x[:128], y[:128]), 32, shuffle=True))
for epoch in range(6):
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(xb), yb)
        fabric.backward(loss)
        optimizer.step()
    with torch.no_grad():
        val = nn.functional.mse_loss(model(x[128:]), y[128:])
    fabric.print(f"epoch {epoch} loss {loss.item():.4f} val {val.item():.4f}")
