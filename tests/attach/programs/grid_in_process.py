"""Three learning rates tried one after the other in one process."""

import torch
from torch import nn

torch.set_num_threads(1)
results = {}
for lr in (0.3, 0.03, 0.003):
    torch.manual_seed(17)
    x = torch.randn(200, 4)
    y = x.cos().sum(1, keepdim=True)
    model = nn.Sequential(nn.Linear(4, 16), nn.Sigmoid(), nn.Linear(16, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    for _ in range(40):
        optimizer.zero_grad()
        loss = ((model(x[:160]) - y[:160]) ** 2).mean()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        results[lr] = ((model(x[160:]) - y[160:]) ** 2).mean().item()
    print(f"lr={lr}: train {loss.item():.4f}, val {results[lr]:.4f}")
print("best", min(results, key=results.get))
