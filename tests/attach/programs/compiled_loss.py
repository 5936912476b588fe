"""Forward and loss are compiled together; the step stays outside."""

import torch
from torch import nn

torch.manual_seed(42)
torch.set_num_threads(1)
model = nn.Sequential(nn.Linear(6, 24), nn.GELU(), nn.Linear(24, 4))
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)


@torch.compile(backend="eager", fullgraph=True)
def loss_of(x, y):
    return nn.functional.cross_entropy(model(x), y)


x = torch.randn(200, 6)
y = x[:, :4].argmax(1)
for step in range(50):
    rows = torch.arange(40) + step % 5 * 40
    loss = loss_of(x[rows], y[rows])
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    if step % 10 == 9:
        print(f"step {step + 1} {loss.item():.4f}")
