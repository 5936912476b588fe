"""Two weight tensors without a module, moved through .data, gradients zeroed by hand."""

import torch

torch.manual_seed(6)
torch.set_num_threads(1)
x, y = torch.randn(64, 20), torch.randn(64, 3)
w1 = (torch.randn(20, 16) * 0.2).requires_grad_()
w2 = (torch.randn(16, 3) * 0.2).requires_grad_()

for t in range(80):
    loss = (x.mm(w1).clamp(min=0).mm(w2) - y).pow(2).sum()
    if t % 20 == 19:
        print(t + 1, f"{loss.item():.4f}")
    loss.backward()
    w1.data -= 1e-3 * w1.grad.data
    w2.data -= 1e-3 * w2.grad.data
    w1.grad.zero_()
    w2.grad.zero_()
