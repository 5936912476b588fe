"""A backbone whose weights stand still, in eval mode, and a new head that learns."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(30)
torch.set_num_threads(1)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(12, 40), nn.BatchNorm1d(40), nn.ReLU(), nn.Linear(40, 20), nn.ReLU())
        self.fc = nn.Linear(20, 4)

    def forward(self, x):
        return self.fc(self.backbone(x))


model = Classifier()
for param in model.backbone.parameters():
    param.requires_grad = False
optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.05, momentum=0.9)
criterion = nn.CrossEntropyLoss()
x = torch.randn(300, 12)
y = x[:, :4].argmax(1)
loaders = {
    "train": DataLoader(TensorDataset(x[:240], y[:240]), 30, shuffle=True),
    "val": DataLoader(TensorDataset(x[240:], y[240:]), 60),
}
for epoch in range(6):
    for phase in ("train", "val"):
        model.train(phase == "train")
        model.backbone.eval()
        for inputs, labels in loaders[phase]:
            optimizer.zero_grad()
            with torch.set_grad_enabled(phase == "train"):
                loss = criterion(model(inputs), labels)
                if phase == "train":
                    loss.backward()
                    optimizer.step()
        print(f"epoch {epoch} {phase} Loss: {loss.item():.4f}")
