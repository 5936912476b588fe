# %% [markdown]
# # A small experiment
# Exported from a notebook.

# %%
import torch
from torch import nn

try:
    get_ipython().run_line_magic("matplotlib", "inline")
except NameError:
    print("no notebook here")

# %%
torch.manual_seed(38)
torch.set_num_threads(1)
x = torch.linspace(-1, 1, 150).unsqueeze(1)
y = x**3 + 0.05 * torch.randn(150, 1)
train_x, train_y, valid_x, valid_y = x[::2], y[::2], x[1::2], y[1::2]
x.shape, y.shape

# %%
model = nn.Sequential(nn.Linear(1, 20), nn.ELU(), nn.Linear(20, 1))
opt = torch.optim.Adam(model.parameters(), 0.01)
model

# %%
history = {"train": [], "valid": []}
for i in range(80):
    opt.zero_grad()
    loss = nn.MSELoss()(model(train_x), train_y)
    loss.backward()
    opt.step()
    history["train"].append(loss.item())
    with torch.no_grad():
        history["valid"].append(nn.MSELoss()(model(valid_x), valid_y).item())

# %%
print("train", round(history["train"][-1], 6), "valid", round(history["valid"][-1], 6))
