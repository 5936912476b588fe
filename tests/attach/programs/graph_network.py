"""A whole graph in every step; which nodes count is said by masks."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(62)
torch.set_num_threads(1)
nodes = 120
labels = torch.arange(nodes) % 3
chance = torch.where(labels[:, None] == labels[None], 0.15, 0.02)
adjacency = ((torch.rand(nodes, nodes) < chance).float().triu(1) + torch.eye(nodes)).clamp(max=1)
adjacency = (adjacency + adjacency.T).clamp(max=1)
norm = adjacency / adjacency.sum(1, keepdim=True)
features = torch.randn(nodes, 12) + F.one_hot(labels, 12) * 0.5
train_mask = torch.arange(nodes) < 60
val_mask = ~train_mask


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Linear(12, 16), nn.Linear(16, 3)

    def forward(self, x):
        x = F.dropout(F.relu(norm @ self.conv1(x)), training=self.training)
        return F.log_softmax(norm @ self.conv2(x), dim=1)


model = GCN()
optimizer = torch.optim.Adam(model.parameters(), lr=0.02, weight_decay=5e-4)
for epoch in range(60):
    model.train()
    optimizer.zero_grad()
    loss = F.nll_loss(model(features)[train_mask], labels[train_mask])
    loss.backward()
    optimizer.step()
    model.eval()
    with torch.no_grad():
        val_loss = F.nll_loss(model(features)[val_mask], labels[val_mask])
    if epoch % 15 == 14:
        print(f"Epoch: {epoch + 1:03d}, Loss: {loss:.4f}, Val: {val_loss:.4f}")
