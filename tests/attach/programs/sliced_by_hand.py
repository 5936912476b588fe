"""No loader: the batches are cut out of one tensor by a permutation."""

import torch

torch.manual_seed(5)
torch.set_num_threads(1)
N, B = 500, 50
X = torch.rand(N, 4) * 2 - 1
Y = (X[:, :1] * X[:, 1:2]).sin() + X[:, 2:3] ** 2
Xv, Yv = X[400:], Y[400:]
X, Y = X[:400], Y[:400]

net = torch.nn.Sequential(torch.nn.Linear(4, 40), torch.nn.SiLU(), torch.nn.Linear(40, 1))
opt = torch.optim.RMSprop(net.parameters(), lr=3e-3)
for it in range(120):
    if it % 8 == 0:
        order = torch.randperm(400)
    pick = order[it % 8 * B : (it % 8 + 1) * B]
    loss = torch.nn.functional.mse_loss(net(X[pick]), Y[pick])
    opt.zero_grad()
    loss.backward()
    opt.step()
    if it % 20 == 19:
        with torch.no_grad():
            v = torch.nn.functional.mse_loss(net(Xv), Yv)
        print(f"iter {it + 1:4d} | loss {loss:.4f} | val {v:.4f}")
