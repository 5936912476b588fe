"""A model of transformers in a loop of one's own; the loss comes with the output, the schedule from the library.

Requires: transformers
"""

import os

os.environ["HF_HUB_OFFLINE"] = "1"
import torch
from transformers import BertConfig, BertForSequenceClassification, get_linear_schedule_with_warmup

torch.manual_seed(84)
torch.set_num_threads(1)
config = BertConfig(
    vocab_size=30, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
    max_position_embeddings=12, num_labels=2,
)  # fmt: skip
model = BertForSequenceClassification(config)
ids = torch.randint(1, 30, (96, 12))
labels = (ids[:, 0] > 15).long()
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
schedule = get_linear_schedule_with_warmup(optimizer, 4, 40)
for epoch in range(5):
    model.train()
    for rows in torch.randperm(64).split(8):
        out = model(input_ids=ids[rows], labels=labels[rows])
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        val = model(input_ids=ids[64:], labels=labels[64:]).loss
    print(f"epoch {epoch} loss {out.loss.item():.4f} val_loss {val.item():.4f}")
