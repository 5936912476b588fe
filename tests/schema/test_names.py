from __future__ import annotations

import pytest

from traindx.schema.names import contested, seldom


@pytest.mark.parametrize(
    "name", ["train/loss/d_loss", "train/metric/return", "train/loss/generator", "train/loss/policy"]
)
def test_opponents_and_rewards_are_heard_of(name):
    assert contested(["train/loss", name])


def test_ordinary_names_contest_nothing():
    assert not contested(["train/loss", "train/loss/box", "train/metric/discount", "val/loss/generalization", "lr"])


@pytest.mark.parametrize("name", ["train/loss/d", "train/loss/g_l1", "rollout/ep_rew_mean"])
def test_short_names_of_opponents_and_rewards_are_heard_of(name):
    assert contested(["train/loss", name])


@pytest.mark.parametrize(
    ("name", "whether"),
    [("grad/norm", False), ("grad/norm/clipped", False), ("grad/norm/*", True), ("lr", False), ("lr@*", True),
     ("time/data", True), ("act/dead/*", True), ("val/loss", False), ("train/loss@*", True), ("amp/scale", True)],
)  # fmt: skip
def test_what_few_logs_hold(name, whether):
    assert seldom(name) is whether
