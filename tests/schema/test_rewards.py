from __future__ import annotations

import pytest

from traindx.schema import Series
from traindx.schema.rewards import earned, is_earned, returns
from traindx.testing import run


@pytest.mark.parametrize(
    "name",
    [
        "train/metric/reward",
        "rollout/ep_rew_mean",
        "train/metric/return",
        "episodeReward",
        "eval/mean_reward",
        "return",
    ],
)
def test_what_an_agent_earns_is_known_by_its_name(name):
    assert is_earned(name)


@pytest.mark.parametrize(
    "name",
    [
        "train/loss",
        "rewards/chosen",
        "rewards/margins",
        "reward_std",
        "reward_model/loss",
        "returned",
        "discount",
        "lr",
    ],
)
def test_what_only_speaks_of_rewards_is_nothing_earned(name):
    assert not is_earned(name)


def test_the_series_speaks_that_began_first_also_in_every_prefix():
    late = Series.of("eval/mean_reward", [2], [1.0])
    made = run({"train/loss": [1.0, 2.0], "eval/mean_reward": late, "rollout/ep_rew_mean": [1.0, 2.0, 3.0]})
    assert {returns(made.until(step)).name for step in range(3)} == {"rollout/ep_rew_mean"}
    assert earned(made.series) == ["eval/mean_reward", "rollout/ep_rew_mean"]


def test_without_a_return_there_is_none():
    assert returns(run({"train/loss": [1.0, 2.0]})) is None
