"""A variational autoencoder; the loss is written out by hand."""

import torch
from torch import nn


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.mu, self.logvar = nn.Linear(16, 24), nn.Linear(24, 3), nn.Linear(24, 3)
        self.fc2, self.out = nn.Linear(3, 24), nn.Linear(24, 16)

    def forward(self, x):
        h = self.fc1(x).relu()
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        return self.out(self.fc2(z).relu()).sigmoid(), mu, logvar


def elbo(recon, x, mu, logvar):
    bce = -(x * (recon + 1e-7).log() + (1 - x) * (1 - recon + 1e-7).log()).sum()
    return (bce - 0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum()) / len(x)


torch.manual_seed(26)
torch.set_num_threads(1)
x = (torch.rand(200, 4) > 0.5).float().repeat(1, 4)
vae = VAE()
optimizer = torch.optim.Adam(vae.parameters(), lr=5e-3)
for epoch in range(10):
    vae.train()
    for batch in x[:160][torch.randperm(160)].split(32):
        optimizer.zero_grad()
        loss = elbo(vae(batch)[0], batch, *vae(batch)[1:])
        loss.backward()
        optimizer.step()
    vae.eval()
    with torch.no_grad():
        test_loss = elbo(vae(x[160:])[0], x[160:], *vae(x[160:])[1:])
    print(f"====> Epoch: {epoch} loss: {loss.item():.4f} Test set loss: {test_loss.item():.4f}")
