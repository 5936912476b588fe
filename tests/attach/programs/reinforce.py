"""REINFORCE on a walk along a line; a step per episode, no batches, no validation."""

import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(20)
torch.set_num_threads(1)
policy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
running = 0.0
for episode in range(60):
    place, log_probs, rewards = 0.0, [], []
    for turn in range(12):
        dist = Categorical(logits=policy(torch.tensor([place, turn / 12])))
        action = dist.sample()
        place += 0.2 if action.item() else -0.2
        log_probs.append(dist.log_prob(action))
        rewards.append(-abs(place - 1.0))
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    policy_loss = torch.stack([-p * r for p, r in zip(log_probs, returns, strict=True)]).sum()
    optimizer.zero_grad()
    policy_loss.backward()
    optimizer.step()
    running = 0.05 * sum(rewards) + 0.95 * running
    if episode % 10 == 9:
        print(f"Episode {episode + 1}\tLast reward: {sum(rewards):.2f}\tAverage: {running:.2f}\tloss {policy_loss:.4f}")
