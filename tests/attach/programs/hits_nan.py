"""The logarithm of something that becomes negative; goes on to its end all the same."""

import torch
from torch import nn

torch.manual_seed(52)
torch.set_num_threads(1)
x = torch.rand(128, 4) + 0.1
y = x.sum(1, keepdim=True)
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
with torch.no_grad():
    model[2].bias.fill_(1.0)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(60):
    rate = 0.05 if step < 25 else 5.0
    optimizer.param_groups[0]["lr"] = rate
    loss = (torch.log(model(x)) - torch.log(y)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 9:
        print(f"step {step + 1} loss {loss.item():.4f}")
