"""Images in, the same images out; the loader yields no labels."""

import torch
from torch import nn
from torch.utils.data import DataLoader

torch.manual_seed(25)
torch.set_num_threads(1)


class ConvAutoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 8, 3, stride=2, padding=1), nn.ReLU(), nn.Conv2d(8, 4, 3, 2, 1))
        self.decoder = nn.Sequential(
            nn.ConvTranspose2d(4, 8, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(8, 1, 4, 2, 1), nn.Sigmoid()
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


images = (torch.rand(128, 1, 4, 4) > 0.5).float().repeat_interleave(3, 2).repeat_interleave(3, 3)
train, test = DataLoader(images[:96], 24, shuffle=True), DataLoader(images[96:], 32)
model = ConvAutoencoder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
criterion = nn.MSELoss()
for epoch in range(8):
    running = 0.0
    for batch in train:
        optimizer.zero_grad()
        loss = criterion(model(batch), batch)
        loss.backward()
        optimizer.step()
        running += loss.item()
    with torch.no_grad():
        test_loss = sum(criterion(model(batch), batch).item() for batch in test) / len(test)
    print(f"Epoch {epoch + 1}, mean {running / len(train):.4f}, last {loss.item():.4f}, test {test_loss:.4f}")
