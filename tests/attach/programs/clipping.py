"""The global norm is clipped, and once more every value."""

import torch
from torch import nn

torch.manual_seed(8)
torch.set_num_threads(1)
sequence = torch.cumsum(torch.randn(40, 16, 1), 0) * 0.3
lstm, head = nn.LSTM(1, 24), nn.Linear(24, 1)
model = nn.ModuleDict({"lstm": lstm, "head": head})
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(1, 61):
    out, _ = model["lstm"](sequence[:-1])
    loss = nn.functional.smooth_l1_loss(model["head"](out), sequence[1:])
    opt.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.05)
    nn.utils.clip_grad_value_(model.parameters(), 0.02)
    opt.step()
    if step % 15 == 0:
        print(f"step={step} loss={loss.item():.4f} grad_norm={norm.item():.4f}")
