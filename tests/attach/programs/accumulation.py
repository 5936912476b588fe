"""Four small batches a step; the loss is divided before it goes backward."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(7)
torch.set_num_threads(1)
ACCUMULATE = 4
x = torch.randn(512, 12)
y = (x @ torch.randn(12, 4)).argmax(1)
loader = DataLoader(TensorDataset(x, y), batch_size=16, shuffle=True, drop_last=True)
model = nn.Sequential(nn.Linear(12, 48), nn.GELU(), nn.Linear(48, 4))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=0.01)
optimizer.zero_grad()
window = []
for epoch in range(5):
    for i, (xb, yb) in enumerate(loader):
        loss = criterion(model(xb), yb)
        (loss / ACCUMULATE).backward()
        window.append(loss.item())
        if (i + 1) % ACCUMULATE == 0:
            optimizer.step()
            optimizer.zero_grad()
            mean, window = sum(window) / len(window), []
    print(f"epoch {epoch} micro {loss.item():.4f} step {mean:.4f}")
