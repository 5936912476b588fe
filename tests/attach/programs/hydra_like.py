"""A nested configuration with dotted targets that are instantiated, overridden as `model.width=24`."""

import importlib
import sys
from dataclasses import dataclass, field

import torch


@dataclass
class Config:
    seed: int = 37
    epochs: int = 6
    model: dict = field(default_factory=lambda: {"_target_": "torch.nn.Linear", "in_features": 10, "out_features": 3})
    optimizer: dict = field(default_factory=lambda: {"_target_": "torch.optim.AdamW", "lr": 0.02})
    data: dict = field(default_factory=lambda: {"count": 256, "batch_size": 32})


def instantiate(node, *args):
    module, _, name = node["_target_"].rpartition(".")
    made = getattr(importlib.import_module(module), name)
    return made(*args, **{key: value for key, value in node.items() if key != "_target_"})


def override(cfg, words):
    for word in words:
        path, _, value = word.partition("=")
        section, _, key = path.partition(".")
        if key:
            getattr(cfg, section)[key] = type(getattr(cfg, section).get(key, value))(value)
        else:
            setattr(cfg, section, type(getattr(cfg, section))(value))
    return cfg


def main(cfg):
    torch.manual_seed(cfg.seed)
    torch.set_num_threads(1)
    x = torch.randn(cfg.data["count"], 10)
    dataset = torch.utils.data.TensorDataset(x, x[:, 3:6].argmax(1))
    loader = torch.utils.data.DataLoader(dataset, cfg.data["batch_size"], shuffle=True)
    model = instantiate(cfg.model)
    optimizer = instantiate(cfg.optimizer, model.parameters())
    for epoch in range(cfg.epochs):
        for inputs, labels in loader:
            loss = torch.nn.functional.cross_entropy(model(inputs), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"[main][INFO] - epoch={epoch} train/loss={loss.item():.4f}")


if __name__ == "__main__":
    main(override(Config(), sys.argv[1:]))
