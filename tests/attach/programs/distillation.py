"""A small network learns from a larger one: a divergence at a temperature beside the labels."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(60)
torch.set_num_threads(1)
x = torch.randn(256, 10)
y = x[:, :4].argmax(1)
teacher = nn.Sequential(nn.Linear(10, 64), nn.ReLU(), nn.Linear(64, 4)).eval()
student = nn.Sequential(nn.Linear(10, 8), nn.ReLU(), nn.Linear(8, 4))
optimizer = torch.optim.Adam(student.parameters(), lr=0.01)
T = 2.0
for epoch in range(8):
    for rows in torch.randperm(256).split(64):
        with torch.no_grad():
            soft = F.softmax(teacher(x[rows]) / T, dim=1)
        logits = student(x[rows])
        kd = F.kl_div(F.log_softmax(logits / T, dim=1), soft, reduction="batchmean") * T * T
        loss = 0.5 * kd + 0.5 * F.cross_entropy(logits, y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f} (kd {kd.item():.4f})")
