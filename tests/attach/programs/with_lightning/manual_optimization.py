"""Two optimizers in one LightningModule, stepped by hand.

Requires: lightning
"""

import lightning.pytorch as pl
import torch
from torch import nn
from torch.utils.data import DataLoader


class Adversaries(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.generator = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.discriminator = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(), nn.Linear(16, 1))

    def configure_optimizers(self):
        return (
            torch.optim.Adam(self.generator.parameters(), lr=1e-3),
            torch.optim.Adam(self.discriminator.parameters(), lr=2e-3),
        )

    def training_step(self, real, index):
        opt_g, opt_d = self.optimizers()
        bce = nn.functional.binary_cross_entropy_with_logits
        fake = self.generator(torch.randn(len(real), 4))
        d_real, d_fake = self.discriminator(real), self.discriminator(fake.detach())
        self.d_loss = bce(d_real, torch.ones_like(d_real)) + bce(d_fake, torch.zeros_like(d_fake))
        opt_d.zero_grad()
        self.manual_backward(self.d_loss)
        opt_d.step()
        out = self.discriminator(fake)
        self.g_loss = bce(out, torch.ones_like(out))
        opt_g.zero_grad()
        self.manual_backward(self.g_loss)
        opt_g.step()


if __name__ == "__main__":
    pl.seed_everything(81)
    torch.set_num_threads(1)
    model = Adversaries()
    trainer = pl.Trainer(
        max_epochs=3, accelerator="cpu", logger=False, enable_checkpointing=False, enable_progress_bar=False
    )
    trainer.fit(model, DataLoader(torch.randn(256, 2) + 1, 32))
    print(f"d {model.d_loss.item():.4f} g {model.g_loss.item():.4f}")
