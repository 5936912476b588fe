"""Autocast to bfloat16 without a scaler; validation in full precision."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(12)
torch.set_num_threads(1)
data = torch.randn(320, 20)
target = (data @ torch.randn(20, 5)).argmax(1)
train = DataLoader(TensorDataset(data[:256], target[:256]), 64, shuffle=True)
model = nn.Sequential(nn.Linear(20, 50), nn.ReLU(), nn.Linear(50, 5))
opt = torch.optim.NAdam(model.parameters(), lr=5e-3)
criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
for epoch in range(10):
    for a, b in train:
        with torch.autocast("cpu", torch.bfloat16):
            loss = criterion(model(a), b)
        loss.backward()
        opt.step()
        opt.zero_grad()
    with torch.no_grad():
        val = criterion(model(data[256:]), target[256:])
    print(f"epoch={epoch} loss={loss.item():.4f} val_loss={val.item():.4f}")
