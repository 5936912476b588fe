"""Anchor, positive, negative: the network is called three times a step."""

import torch
from torch import nn

torch.manual_seed(24)
torch.set_num_threads(1)
centres = torch.randn(5, 10) * 2
embed = nn.Sequential(nn.Linear(10, 32), nn.PReLU(), nn.Linear(32, 8))
criterion = nn.TripletMarginLoss(margin=1.0)
optimizer = torch.optim.Adagrad(embed.parameters(), lr=0.05)


def draw(count):
    label = torch.randint(0, 5, (count,))
    other = (label + torch.randint(1, 5, (count,))) % 5
    return [centres[c] + torch.randn(count, 10) for c in (label, label, other)]


held_out = draw(100)
for step in range(60):
    loss = criterion(*(embed(part) for part in draw(40)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if (step + 1) % 20 == 0:
        embed.eval()
        with torch.no_grad():
            val = criterion(*(embed(part) for part in held_out))
        embed.train()
        print(f"step {step + 1}: triplet {loss.item():.4f} held-out {val.item():.4f}")
