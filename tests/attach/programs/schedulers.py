"""Warm-up, then a cosine, moved at every step; two groups of parameters."""

import torch
from torch import nn

torch.manual_seed(9)
torch.set_num_threads(1)
x = torch.randn(300, 8)
y = x.pow(2).sum(1, keepdim=True) / 8
net = nn.Sequential(nn.Linear(8, 32), nn.LayerNorm(32), nn.ReLU(), nn.Linear(32, 1))
decay = [p for p in net.parameters() if p.ndim > 1]
plain = [p for p in net.parameters() if p.ndim < 2]
opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": plain, "weight_decay": 0.0}], lr=1e-2)
warm = torch.optim.lr_scheduler.LinearLR(opt, start_factor=0.1, total_iters=10)
cosine = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=90, eta_min=1e-4)
schedule = torch.optim.lr_scheduler.SequentialLR(opt, [warm, cosine], milestones=[10])
for step in range(100):
    rows = torch.arange(step * 30, step * 30 + 30) % 300
    loss = nn.functional.l1_loss(net(x[rows]), y[rows])
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 20 == 19:
        print({"step": step + 1, "loss": round(loss.item(), 4), "lr": schedule.get_last_lr()[0]})
    schedule.step()
