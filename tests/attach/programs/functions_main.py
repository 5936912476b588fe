"""Functions for one epoch and for the evaluation, options from the command line."""

import argparse

import torch
from torch import nn, optim
from torch.utils.data import DataLoader, random_split


class Spirals(torch.utils.data.Dataset):
    def __init__(self, count):
        angle = torch.linspace(0, 9, count)
        side = torch.arange(count) % 2
        radius = angle * (1 - 2 * side)
        self.points = torch.stack([radius * angle.cos(), radius * angle.sin()], 1) / 9 + 0.02 * torch.randn(count, 2)
        self.labels = side

    def __len__(self):
        return len(self.points)

    def __getitem__(self, index):
        return self.points[index], self.labels[index]


def train(model, device, loader, criterion, optimizer, epoch):
    model.train()
    for batch, (data, target) in enumerate(loader):
        data, target = data.to(device), target.to(device)
        optimizer.zero_grad()
        loss = criterion(model(data), target)
        loss.backward()
        optimizer.step()
        if batch % 4 == 0:
            print(f"Train Epoch: {epoch} [{batch * len(data)}/{len(loader.dataset)}]\tLoss: {loss.item():.6f}")
    return loss.item()


@torch.no_grad()
def test(model, device, loader, criterion):
    model.eval()
    total, correct = 0.0, 0
    for data, target in loader:
        output = model(data.to(device))
        total += criterion(output, target.to(device)).item() * len(data)
        correct += (output.argmax(1) == target).sum().item()
    print(f"\nTest set: Average loss: {total / len(loader.dataset):.4f}, Accuracy: {correct}/{len(loader.dataset)}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=32)
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    train_set, test_set = random_split(Spirals(400), [320, 80])
    model = nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh(), nn.Linear(24, 2))
    optimizer = optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(1, args.epochs + 1):
        last = train(model, "cpu", DataLoader(train_set, args.batch_size, shuffle=True), criterion, optimizer, epoch)
        test(model, "cpu", DataLoader(test_set, 80), criterion)
    print(f"last batch {last:.4f}")


if __name__ == "__main__":
    main()
