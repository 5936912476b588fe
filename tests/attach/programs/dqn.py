"""Q-learning from a replay buffer with a target network that is copied now and then."""

import random
from collections import deque

import torch
from torch import nn

random.seed(21)
torch.manual_seed(21)
torch.set_num_threads(1)


def q_net():
    return nn.Sequential(nn.Linear(1, 24), nn.ReLU(), nn.Linear(24, 2))


online, target = q_net(), q_net()
target.load_state_dict(online.state_dict())
optimizer = torch.optim.AdamW(online.parameters(), lr=2e-3, amsgrad=True)
memory = deque(maxlen=500)
place = 0.0
for step in range(160):
    with torch.no_grad():
        greedy = online(torch.tensor([[place]])).argmax().item()
    action = random.randrange(2) if random.random() < 0.3 else greedy
    new = max(-1.0, min(1.0, place + (0.1 if action else -0.1)))
    memory.append((place, action, new, 1.0 - abs(new - 0.5)))
    place = new
    if len(memory) < 32:
        continue
    s, a, n, r = map(torch.tensor, zip(*random.sample(list(memory), 32), strict=True))
    q = online(s.unsqueeze(1)).gather(1, a.unsqueeze(1)).squeeze(1)
    with torch.no_grad():
        goal = r + 0.9 * target(n.unsqueeze(1)).max(1).values
    loss = nn.functional.smooth_l1_loss(q, goal)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_value_(online.parameters(), 100)
    optimizer.step()
    if step % 20 == 19:
        target.load_state_dict(online.state_dict())
        print(f"frame {step + 1} td_loss {loss.item():.4f}")
