"""A character model; the hidden state is carried from chunk to chunk and detached."""

import math

import torch
from torch import nn

torch.manual_seed(27)
torch.set_num_threads(1)
text = "the quick brown fox jumps over the lazy dog. " * 24
vocab = sorted(set(text))
ids = torch.tensor([vocab.index(c) for c in text])[:1024].view(8, 128).t().contiguous()


class RNNModel(nn.Module):
    def __init__(self, tokens, width=24):
        super().__init__()
        self.encoder = nn.Embedding(tokens, width)
        self.rnn = nn.GRU(width, width)
        self.decoder = nn.Linear(width, tokens)

    def forward(self, x, hidden):
        out, hidden = self.rnn(self.encoder(x), hidden)
        return self.decoder(out).flatten(0, 1), hidden


model, criterion = RNNModel(len(vocab)), nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(4):
    hidden = torch.zeros(1, 8, 24)
    for start in range(0, 96, 16):
        hidden = hidden.detach()
        optimizer.zero_grad()
        output, hidden = model(ids[start : start + 16], hidden)
        loss = criterion(output, ids[start + 1 : start + 17].flatten())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        optimizer.step()
    model.eval()
    with torch.no_grad():
        output, _ = model(ids[96:-1], hidden)
        val = criterion(output, ids[97:].flatten()).item()
    model.train()
    print(f"| end of epoch {epoch} | loss {loss.item():.4f} | valid loss {val:.4f} | valid ppl {math.exp(val):8.2f}")
