"""Two noisy views of each row are pulled together, all others pushed away."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(23)
torch.set_num_threads(1)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(16, 48), nn.BatchNorm1d(48), nn.ReLU())
        self.projector = nn.Linear(48, 12)

    def forward(self, x):
        return F.normalize(self.projector(self.backbone(x)), dim=-1)


def nt_xent(a, b, temperature=0.2):
    z = torch.cat([a, b])
    similarity = (z @ z.T / temperature).masked_fill(torch.eye(len(z), dtype=torch.bool), -1e9)
    return F.cross_entropy(similarity, torch.arange(len(z)).roll(len(a)))


x = torch.randn(256, 16)
encoder = Encoder()
optimizer = torch.optim.Adam(encoder.parameters(), lr=3e-3)
for epoch in range(8):
    for rows in torch.randperm(256).split(64):
        view1, view2 = (x[rows] + 0.1 * torch.randn(64, 16) for _ in range(2))
        loss = nt_xent(encoder(view1), encoder(view2))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch + 1}/8 contrastive loss {loss.item():.4f}")
