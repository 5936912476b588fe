"""The model and its loss are one scripted module."""

import warnings

import torch
from torch import nn

warnings.filterwarnings("ignore", category=DeprecationWarning)


class WithLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(7, 20), nn.ReLU(), nn.Linear(20, 3))

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return nn.functional.cross_entropy(self.net(x), y)


torch.manual_seed(69)
torch.set_num_threads(1)
module = torch.jit.script(WithLoss())
x = torch.randn(150, 7)
y = x[:, :3].argmax(1)
optimizer = torch.optim.Adam(module.parameters(), lr=0.01)
for i in range(50):
    loss = module(x[:120], y[:120])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 10 == 9:
        with torch.no_grad():
            print(f"{i + 1} train {float(loss.detach()):.4f} test {float(module(x[120:], y[120:])):.4f}")
