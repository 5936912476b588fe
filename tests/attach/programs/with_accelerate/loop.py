"""An Accelerator with accumulation; for `python` and for `accelerate launch`.

Requires: accelerate
"""

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

set_seed(85)
torch.set_num_threads(1)
accelerator = Accelerator(cpu=True, gradient_accumulation_steps=2)
x = torch.randn(192, 7)
y = (x.sum(1) > 0).long()
model = nn.Sequential(nn.Linear(7, 24), nn.ReLU(), nn.Linear(24, 2))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
train = DataLoader(TensorDataset(x[:160], y[:160]), 16, shuffle=True)
held_out = DataLoader(TensorDataset(x[160:], y[160:]), 32)
model, optimizer, train, held_out = accelerator.prepare(model, optimizer, train, held_out)
losses = []
for epoch in range(5):
    model.train()
    for xb, yb in train:
        with accelerator.accumulate(model):
            loss = nn.functional.cross_entropy(model(xb), yb)
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        val = sum(nn.functional.cross_entropy(model(xb), yb) for xb, yb in held_out)
    accelerator.print(f"epoch {epoch}: loss {sum(losses[-2:]) / 2:.4f} eval {val.item():.4f}")
