"""An optimizer class of one's own: the sign of a running mean."""

import torch
from torch import nn


class Sign(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, beta=0.9):
        super().__init__(params, {"lr": lr, "beta": beta})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                mean = self.state[p].setdefault("mean", torch.zeros_like(p))
                mean.mul_(group["beta"]).add_(p.grad, alpha=1 - group["beta"])
                p.add_(mean.sign(), alpha=-group["lr"])


torch.manual_seed(66)
torch.set_num_threads(1)
x = torch.randn(192, 8)
y = (x.sum(1) > 0).long()
model = nn.Sequential(nn.Linear(8, 24), nn.ReLU(), nn.Linear(24, 2))
optimizer = Sign(model.parameters(), lr=3e-3)
for step in range(70):
    rows = torch.randint(0, 192, (48,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 9:
        print(f"{step + 1}/70 loss: {loss.item():.4f}")
