"""Policy and value from one body, clipped ratios, several epochs over one rollout."""

import torch
from torch import nn


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 24), nn.Tanh())
        self.actor, self.critic = nn.Linear(24, 2), nn.Linear(24, 1)

    def forward(self, state):
        hidden = self.body(state)
        return torch.distributions.Categorical(logits=self.actor(hidden)), self.critic(hidden).squeeze(-1)


torch.manual_seed(22)
torch.set_num_threads(1)
agent = ActorCritic()
optimizer = torch.optim.Adam(agent.parameters(), lr=3e-3, eps=1e-5)
for update in range(8):
    states = torch.randn(64, 3)
    with torch.no_grad():
        dist, _ = agent(states)
        actions = dist.sample()
        old = dist.log_prob(actions)
        returns = torch.where(actions == (states[:, 0] > 0), 1.0, -1.0)
    for rows in torch.randperm(64).repeat(3).split(32):
        dist, value = agent(states[rows])
        ratio = (dist.log_prob(actions[rows]) - old[rows]).exp()
        advantage = returns[rows] - value.detach()
        pg_loss = -torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
        v_loss = 0.5 * ((value - returns[rows]) ** 2).mean()
        loss = pg_loss + 0.5 * v_loss - 0.01 * dist.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
        optimizer.step()
    print(f"update {update + 1} reward {returns.mean():.3f} loss {loss.item():.4f} value_loss {v_loss.item():.4f}")
