"""Stochastic weight averaging with the classes of torch itself."""

import torch
from torch import nn
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(32)
torch.set_num_threads(1)
x = torch.randn(256, 6)
y = x.prod(1, keepdim=True).tanh()
loader = DataLoader(TensorDataset(x[:192], y[:192]), batch_size=32, shuffle=True)
model = nn.Sequential(nn.Linear(6, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
averaged, schedule = AveragedModel(model), SWALR(optimizer, swa_lr=0.01, anneal_epochs=2)
for epoch in range(10):
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = nn.functional.huber_loss(model(xb), yb)
        loss.backward()
        optimizer.step()
    if epoch >= 5:
        averaged.update_parameters(model)
        schedule.step()
    print(f"epoch {epoch} loss {loss.item():.4f}")
update_bn((xb for xb, _ in loader), averaged)
averaged.eval()
with torch.inference_mode():
    print(f"averaged model, held out: {nn.functional.huber_loss(averaged(x[192:]), y[192:]).item():.4f}")
