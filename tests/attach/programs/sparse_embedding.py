"""Two optimizers on one model: a sparse one for the table, a dense one for the rest."""

import torch
from torch import nn

torch.manual_seed(65)
torch.set_num_threads(1)


class Recommender(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.Embedding(200, 8, sparse=True)
        self.users = nn.Embedding(50, 8, sparse=True)
        self.mix = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, user, item):
        return self.mix(torch.cat([self.users(user), self.items(item)], 1)).squeeze(1)


model = Recommender()
sparse = torch.optim.SparseAdam([*model.items.parameters(), *model.users.parameters()], lr=0.02)
dense = torch.optim.Adam(model.mix.parameters(), lr=0.01)
user, item = torch.randint(0, 50, (600,)), torch.randint(0, 200, (600,))
rating = ((user * 3 + item) % 5).float()
for epoch in range(6):
    for rows in torch.randperm(480).split(60):
        loss = nn.functional.mse_loss(model(user[rows], item[rows]), rating[rows])
        for one in (sparse, dense):
            one.zero_grad()
        loss.backward()
        for one in (sparse, dense):
            one.step()
    with torch.no_grad():
        val = nn.functional.mse_loss(model(user[480:], item[480:]), rating[480:])
    print(f"epoch {epoch + 1}: mse {loss.item():.4f}, val mse {val.item():.4f}")
