"""Mixed precision with a scaler, on the processor."""

import torch
from torch import nn

torch.manual_seed(11)
torch.set_num_threads(1)
x = torch.randn(256, 16)
y = (x[:, :8].sum(1) > 0).long()
model = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
for step in range(60):
    rows = torch.randint(0, 256, (32,))
    optimizer.zero_grad(set_to_none=True)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model(x[rows])
        loss = nn.functional.cross_entropy(logits.float(), y[rows])
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
    if step % 10 == 9:
        print(f"step {step + 1}: loss {loss.item():.4f} scale {scaler.get_scale():.0f}")
