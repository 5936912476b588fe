"""transformers' Trainer with a tiny model of random weights.

Requires: transformers, accelerate
"""

import os
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
import torch
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments


class Lines(torch.utils.data.Dataset):
    def __init__(self, count, seed):
        first = torch.randint(0, 9, (count, 1), generator=torch.Generator().manual_seed(seed))
        self.rows = (torch.arange(16) + first) % 20

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return {"input_ids": self.rows[i], "labels": self.rows[i]}


torch.manual_seed(83)
torch.set_num_threads(1)
model = GPT2LMHeadModel(
    GPT2Config(vocab_size=20, n_positions=16, n_embd=16, n_layer=1, n_head=2, bos_token_id=0, eos_token_id=0)
)
with tempfile.TemporaryDirectory() as folder:
    args = TrainingArguments(
        output_dir=folder, num_train_epochs=3, per_device_train_batch_size=8, per_device_eval_batch_size=16,
        learning_rate=5e-3, logging_steps=1, eval_strategy="epoch", save_strategy="no", report_to=[], use_cpu=True,
        disable_tqdm=True, seed=83,
    )  # fmt: skip
    trainer = Trainer(model=model, args=args, train_dataset=Lines(64, 0), eval_dataset=Lines(32, 1))
    trainer.train()
losses = [row["loss"] for row in trainer.state.log_history if "loss" in row]
evals = [row["eval_loss"] for row in trainer.state.log_history if "eval_loss" in row]
print(f"last loss {float(losses[-1]):.4f} last eval_loss {float(evals[-1]):.4f} steps {trainer.state.global_step}")
