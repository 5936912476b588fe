"""Encoder and decoder are two modules with one optimizer; teacher forcing, padding ignored."""

import itertools

import torch
from torch import nn

torch.manual_seed(28)
torch.set_num_threads(1)
PAD, SOS, SIZE = 0, 1, 12
encoder = nn.ModuleDict({"emb": nn.Embedding(SIZE, 16, padding_idx=PAD), "gru": nn.GRU(16, 32, batch_first=True)})
decoder = nn.ModuleDict(
    {"emb": nn.Embedding(SIZE, 16), "gru": nn.GRU(16, 32, batch_first=True), "out": nn.Linear(32, SIZE)}
)
optimizer = torch.optim.Adam(itertools.chain(encoder.parameters(), decoder.parameters()), lr=5e-3)
criterion = nn.NLLLoss(ignore_index=PAD)


def batch(count):
    source = torch.randint(2, SIZE, (count, 6))
    source[torch.rand(count, 6).cummin(1).values < 0.1] = PAD
    return source, source.flip(1)


def run(source, target):
    _, state = encoder["gru"](encoder["emb"](source))
    shifted = torch.cat([torch.full((len(source), 1), SOS), target[:, :-1]], 1)
    hidden, _ = decoder["gru"](decoder["emb"](shifted), state)
    return criterion(decoder["out"](hidden).log_softmax(-1).flatten(0, 1), target.flatten())


held = batch(64)
for iteration in range(1, 61):
    optimizer.zero_grad()
    loss = run(*batch(32))
    loss.backward()
    optimizer.step()
    if iteration % 20 == 0:
        with torch.no_grad():
            print(f"{iteration} ({iteration * 100 // 60}%) {loss.item():.4f} dev {run(*held).item():.4f}")
