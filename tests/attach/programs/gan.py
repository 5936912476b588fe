"""Two networks against each other, an optimizer each."""

import torch
from torch import nn

torch.manual_seed(13)
torch.set_num_threads(1)
netG = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 2))
netD = nn.Sequential(nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
criterion = nn.BCEWithLogitsLoss()
optimizerD = torch.optim.Adam(netD.parameters(), lr=2e-3, betas=(0.5, 0.999))
optimizerG = torch.optim.Adam(netG.parameters(), lr=1e-3, betas=(0.5, 0.999))
ones, zeros = torch.ones(64, 1), torch.zeros(64, 1)
for i in range(60):
    real = torch.randn(64, 2) * 0.3 + torch.tensor([1.0, -1.0])
    netD.zero_grad()
    errD_real = criterion(netD(real), ones)
    errD_real.backward()
    fake = netG(torch.randn(64, 8))
    errD_fake = criterion(netD(fake.detach()), zeros)
    errD_fake.backward()
    optimizerD.step()
    netG.zero_grad()
    errG = criterion(netD(fake), ones)
    errG.backward()
    optimizerG.step()
    if i % 10 == 9:
        print(f"[{i + 1}/60] Loss_D: {(errD_real + errD_fake).item():.4f} Loss_G: {errG.item():.4f}")
