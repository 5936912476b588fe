"""A Trainer class of one's own; validation is a method under its own decorator."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 3, padding=1)
        self.conv2 = nn.Conv2d(6, 12, 3, padding=1)
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        x = torch.relu(self.conv1(x))
        x = torch.relu(self.conv2(nn.functional.max_pool2d(x, 2)))
        return self.head(x.mean((2, 3)))


class Trainer:
    def __init__(self, model, train, val):
        self.model, self.train_data, self.val_data = model, train, val
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
        self.criterion = nn.CrossEntropyLoss()
        self.history = []

    def step(self, batch):
        x, y = batch
        loss = self.criterion(self.model(x), y)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    @torch.inference_mode()
    def validate(self):
        self.model.eval()
        losses = [self.criterion(self.model(x), y).item() * len(y) for x, y in self.val_data]
        self.model.train()
        return sum(losses) / len(self.val_data.dataset)

    def fit(self, epochs):
        for epoch in range(epochs):
            for batch in self.train_data:
                last = self.step(batch)
            self.history.append((last, self.validate()))
            print("Epoch %d/%d - loss: %.4f - val_loss: %.4f" % (epoch + 1, epochs, *self.history[-1]))


torch.manual_seed(3)
torch.set_num_threads(1)
labels = torch.arange(240) % 3
images = 0.5 * torch.randn(240, 1, 8, 8)
for row, label in enumerate(labels.tolist()):
    images[row, 0, label * 2 : label * 2 + 2] += 1.0
Trainer(
    Net(),
    DataLoader(TensorDataset(images[:192], labels[:192]), batch_size=24, shuffle=True),
    DataLoader(TensorDataset(images[192:], labels[192:]), batch_size=48),
).fit(5)
