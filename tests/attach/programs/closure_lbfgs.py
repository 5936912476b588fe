"""LBFGS: each step calls a closure several times."""

import torch

torch.manual_seed(2)
torch.set_num_threads(1)
t = torch.linspace(0, 6, 200).unsqueeze(1)
y = torch.sin(t) + 0.1 * torch.randn_like(t)
model = torch.nn.Sequential(torch.nn.Linear(1, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
criterion = torch.nn.MSELoss()
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=5)

for step in range(20):

    def closure():
        optimizer.zero_grad()
        loss = criterion(model(t), y)
        loss.backward()
        return loss

    loss = optimizer.step(closure)
    print("STEP:", step, "loss: %.4f" % loss.item())
