"""Two worker processes load the data, started by spawn."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __init__(self, count, seed):
        self.count, self.seed = count, seed

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        torch.manual_seed(self.seed + index)
        x = torch.randn(7)
        return x, (x.sum() > 0).float()


def main():
    torch.manual_seed(45)
    torch.set_num_threads(1)
    model = nn.Sequential(nn.Linear(7, 20), nn.ReLU(), nn.Linear(20, 1))
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    options = {"num_workers": 2, "multiprocessing_context": "spawn", "persistent_workers": True}
    train = DataLoader(Points(192, 0), batch_size=16, **options)
    val = DataLoader(Points(64, 1000), batch_size=64)
    for epoch in range(3):
        for x, y in train:
            optimizer.zero_grad()
            loss = criterion(model(x).squeeze(1), y)
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            val_loss = sum(criterion(model(x).squeeze(1), y).item() for x, y in val)
        print(f"epoch {epoch}, loss {loss.item():.4f}, val loss {val_loss:.4f}")


if __name__ == "__main__":
    main()
