"""One of two processes of a distributed training: averages a number with its sister and prints its own loss."""

import sys

import torch
import torch.distributed

torch.distributed.init_process_group("gloo")
rank = torch.distributed.get_rank()
for step in range(0, 40, 5):
    loss = torch.tensor(1 / (step + rank + 1))
    if step == 15 and rank == 1 and "crash" in sys.argv:
        raise FloatingPointError("loss is nan at step 15")
    print(f"step {step} loss {loss.item():.4f}", flush=True)
    torch.distributed.all_reduce(loss)
    if rank == 0:
        print(f"step {step} mean_loss {loss.item() / 2:.4f}", flush=True)
torch.distributed.destroy_process_group()
