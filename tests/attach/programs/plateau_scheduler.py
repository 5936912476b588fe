"""The rate falls when the validation loss stands; best weights are kept."""

import copy

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(10)
torch.set_num_threads(1)
x = torch.randn(300, 5)
y = (x.sum(1, keepdim=True) > 0).float()
dl_train = DataLoader(TensorDataset(x[:240], y[:240]), 40, shuffle=True)
dl_valid = DataLoader(TensorDataset(x[240:], 1 - y[240:] * 0.9), 60)
model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
loss_fn = nn.BCEWithLogitsLoss()
optim = torch.optim.SGD(model.parameters(), lr=0.5)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optim, factor=0.5, patience=1)
best, kept = float("inf"), None
for epoch in range(12):
    for xb, yb in dl_train:
        optim.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        optim.step()
    with torch.no_grad():
        valid = sum(loss_fn(model(xb), yb).item() for xb, yb in dl_valid) / len(dl_valid)
    if valid < best:
        best, kept = valid, copy.deepcopy(model.state_dict())
    plateau.step(valid)
    print(f"[{epoch:2d}] train={loss.item():.4f} valid={valid:.4f} lr={optim.param_groups[0]['lr']:.6g}")
model.load_state_dict(kept)
