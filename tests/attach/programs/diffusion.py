"""Predicts the noise that was added to points at a random time."""

import torch
from torch import nn

torch.manual_seed(61)
torch.set_num_threads(1)
betas = torch.linspace(1e-4, 0.05, 50)
alphas = torch.cumprod(1 - betas, 0)


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.time = nn.Embedding(50, 16)
        self.net = nn.Sequential(nn.Linear(18, 48), nn.SiLU(), nn.Linear(48, 2))

    def forward(self, x, t):
        return self.net(torch.cat([x, self.time(t)], 1))


def p_losses(model, x0):
    t = torch.randint(0, 50, (len(x0),))
    noise = torch.randn_like(x0)
    a = alphas[t].unsqueeze(1)
    return (noise - model(a.sqrt() * x0 + (1 - a).sqrt() * noise, t)).square().mean()


angle = torch.rand(512) * 6.28
data = torch.stack([angle.cos(), angle.sin()], 1)
model = Denoiser()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
for step in range(1, 81):
    loss = p_losses(model, data[torch.randint(0, 512, (64,))])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 20 == 0:
        print(f"step={step} loss={loss.item():.4f}")
