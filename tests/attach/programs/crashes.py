"""A wrong shape in the last batch of the second epoch ends it."""

import torch
from torch import nn

torch.manual_seed(51)
torch.set_num_threads(1)
x, y = torch.randn(100, 6), torch.randint(0, 2, (100,))
model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    for batch, rows in enumerate(torch.randperm(100).split(20)):
        inputs = x[rows, :5] if (epoch, batch) == (1, 4) else x[rows]
        loss = nn.functional.cross_entropy(model(inputs), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"epoch {epoch} batch {batch} loss {loss.item():.4f}")
