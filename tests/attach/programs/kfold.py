"""Three folds, a fresh network and optimizer for each."""

import torch
from torch import nn

torch.manual_seed(15)
torch.set_num_threads(1)
X = torch.randn(180, 7)
y = (X[:, 0] * X[:, 1] > 0).long()
folds = torch.arange(180).chunk(3)
scores = []
for k, held_out in enumerate(folds):
    rest = torch.cat([f for j, f in enumerate(folds) if j != k])
    model = nn.Sequential(nn.Linear(7, 20), nn.Tanh(), nn.Linear(20, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _epoch in range(10):
        for rows in rest[torch.randperm(120)].split(30):
            loss = nn.functional.cross_entropy(model(X[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        scores.append(nn.functional.cross_entropy(model(X[held_out]), y[held_out]).item())
    print(f"fold {k + 1}: train {loss.item():.4f} validation {scores[-1]:.4f}")
print("mean of folds", round(sum(scores) / 3, 4))
