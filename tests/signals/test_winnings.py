from __future__ import annotations

import numpy as np

from traindx.signals.winnings import has_won, lost_again
from traindx.testing import noise


def _course(seed, kept):
    share = np.arange(400) / 400
    return 100.0 * np.clip(3.0 * share, 0.0, 1.0) * np.where(share > 0.6, kept, 1.0) + noise(seed, 400, 8.0, r=0.3)


def test_what_is_lost_again_is_found_where_it_is_lost():
    assert all(240 <= (lost_again(_course(seed, 0.1)) or 0) <= 256 for seed in range(20))


def test_what_is_kept_is_not_lost():
    assert [seed for seed in range(60) if lost_again(_course(seed, 1.0)) is not None] == []
    assert [seed for seed in range(60) if lost_again(_course(seed, 0.7)) is not None] == []


def test_noise_wins_nothing():
    assert [seed for seed in range(60) if lost_again(noise(seed, 400, 1.0)) is not None] == []


def test_later_values_change_nothing():
    values = _course(1, 0.1)
    place = lost_again(values)
    assert lost_again(values[: place + 1]) == place
    assert lost_again(values[:place]) is None
    assert lost_again(np.concatenate((values, np.full(200, 100.0)))) == place


def test_little_shows_nothing():
    assert lost_again([]) is None
    assert lost_again(np.arange(39.0)[::-1]) is None
    assert lost_again(np.ones(50)) is None


def test_what_is_won_is_seen_beyond_noise():
    assert all(has_won(_course(seed, 1.0)[:200]) for seed in range(20))
    assert [seed for seed in range(60) if has_won(noise(seed, 400, 1.0))] == []
    assert not has_won(np.arange(39.0))
