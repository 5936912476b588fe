"""A tiny U-shaped network, cross entropy per pixel and an overlap loss."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 8, 3, padding=1)
        self.middle = nn.Conv2d(8, 8, 3, padding=1)
        self.up = nn.ConvTranspose2d(8, 8, 2, 2)
        self.out = nn.Conv2d(16, 1, 1)

    def forward(self, x):
        a = F.relu(self.down(x))
        b = F.relu(self.middle(F.max_pool2d(a, 2)))
        return self.out(torch.cat([a, self.up(b)], 1))


def dice(logits, mask):
    p = logits.sigmoid()
    return 1 - (2 * (p * mask).sum() + 1) / (p.sum() + mask.sum() + 1)


torch.manual_seed(63)
torch.set_num_threads(1)
masks = torch.zeros(72, 1, 12, 12)
for i in range(72):
    masks[i, 0, i % 8 : i % 8 + 4, i % 5 : i % 5 + 5] = 1
images = masks + 0.4 * torch.randn_like(masks)
train = DataLoader(TensorDataset(images[:60], masks[:60]), batch_size=10, shuffle=True)
model = UNet()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for epoch in range(5):
    for image, mask in train:
        logits = model(image)
        loss = F.binary_cross_entropy_with_logits(logits, mask) + dice(logits, mask)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        score = 1 - dice(model(images[60:]), masks[60:])
    model.train()
    print(f"epoch {epoch} loss {loss.item():.4f} dice {score.item():.4f}")
