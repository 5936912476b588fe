"""One body, two heads, two losses that are weighted and added."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(33)
torch.set_num_threads(1)


class Records(Dataset):
    def __init__(self, count):
        self.x = torch.randn(count, 8)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        row = self.x[i]
        return {"features": row, "kind": (row[0] > 0).long(), "amount": row[1:3].sum()}


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 32), nn.ReLU())
        self.kind, self.amount = nn.Linear(32, 2), nn.Linear(32, 1)

    def forward(self, batch):
        hidden = self.body(batch["features"])
        return {"kind": self.kind(hidden), "amount": self.amount(hidden).squeeze(1)}


def losses(out, batch):
    ce = nn.functional.cross_entropy(out["kind"], batch["kind"])
    mse = nn.functional.mse_loss(out["amount"], batch["amount"])
    return ce + 0.5 * mse, ce, mse


model = TwoHeads()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
loader, held_out = DataLoader(Records(224), 32, shuffle=True), next(iter(DataLoader(Records(64), 64)))
for epoch in range(8):
    for batch in loader:
        total, ce, mse = losses(model(batch), batch)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
    with torch.no_grad():
        val = losses(model(held_out), held_out)[0]
    print(f"epoch {epoch} total {total:.4f} (kind {ce:.4f}, amount {mse:.4f}) val {val:.4f}")
