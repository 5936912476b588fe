"""A small decoder-only transformer with tied embeddings; get_batch and estimate_loss as functions."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(29)
torch.set_num_threads(1)
block, batch, width, vocab = 16, 12, 32, 20
stream = (torch.arange(2000) * 7 % 13 + (torch.arange(2000) % 3)) % vocab
splits = {"train": stream[:1600], "val": stream[1600:]}


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(vocab, width), nn.Embedding(block, width)
        layer = nn.TransformerEncoderLayer(width, 4, 64, dropout=0.1, batch_first=True, norm_first=True)
        self.h = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.lm_head = nn.Linear(width, vocab, bias=False)
        self.lm_head.weight = self.wte.weight

    def forward(self, idx, targets):
        mask = nn.Transformer.generate_square_subsequent_mask(block)
        x = self.h(self.wte(idx) + self.wpe(torch.arange(block)), mask=mask, is_causal=True)
        logits = self.lm_head(x)
        return logits, F.cross_entropy(logits.view(-1, vocab), targets.view(-1))


def get_batch(split):
    ix = torch.randint(len(splits[split]) - block - 1, (batch,))
    rows = torch.stack([splits[split][i : i + block + 1] for i in ix])
    return rows[:, :-1], rows[:, 1:].contiguous()


@torch.no_grad()
def estimate_loss(model):
    model.eval()
    out = {split: torch.stack([model(*get_batch(split))[1] for _ in range(4)]).mean() for split in splits}
    model.train()
    return out


model = GPT()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95), weight_decay=0.1)
print(f"number of parameters: {sum(p.numel() for p in model.parameters())}")
for it in range(61):
    if it % 20 == 0:
        losses = estimate_loss(model)
        print(f"step {it}: train loss {losses['train']:.4f}, val loss {losses['val']:.4f}")
    logits, loss = model(*get_batch("train"))
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
print(f"iter {it}: loss {loss.item():.4f}")
