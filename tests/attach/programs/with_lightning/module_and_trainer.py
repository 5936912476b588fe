"""A LightningModule, a Trainer, validation every epoch.

Requires: lightning
"""

import lightning as L
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Classifier(L.LightningModule):
    def __init__(self, lr=0.01):
        super().__init__()
        self.lr = lr
        self.net = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 3))

    def training_step(self, batch, index):
        x, y = batch
        self.last = nn.functional.cross_entropy(self.net(x), y)
        self.log("train_loss", self.last)
        return self.last

    def validation_step(self, batch, index):
        x, y = batch
        self.log("val_loss", nn.functional.cross_entropy(self.net(x), y), prog_bar=True)

    def configure_optimizers(self):
        optimizer = torch.optim.Adam(self.parameters(), lr=self.lr)
        return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5)]


if __name__ == "__main__":
    L.seed_everything(80)
    torch.set_num_threads(1)
    x = torch.randn(256, 8)
    y = x[:, :3].argmax(1)
    model = Classifier()
    trainer = L.Trainer(
        max_epochs=5, accelerator="cpu", logger=False, enable_checkpointing=False, enable_model_summary=False
    )
    trainer.fit(
        model,
        DataLoader(TensorDataset(x[:192], y[:192]), 32, shuffle=True),
        DataLoader(TensorDataset(x[192:], y[192:]), 64),
    )
    print(f"last batch {model.last.item():.4f}, val_loss {trainer.callback_metrics['val_loss'].item():.4f}")
