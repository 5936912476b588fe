"""The reader of what stable-baselines3 prints: headings, evaluations, tables."""

from __future__ import annotations

import json
import pathlib

import pytest

from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "stable_baselines3"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]


def table(*rows: tuple[str, str], wide: int = 24) -> str:
    dashes = "-" * (wide + 17)
    return "\n".join([dashes, *(f"| {name:<{wide}} | {value:<10} |" for name, value in rows), dashes]) + "\n"


def told(step: int, loss: str = "2.5") -> str:
    return table(("rollout/", ""), ("   ep_rew_mean", "-213"), ("time/", ""), ("   total_timesteps", str(step)),
                 ("train/", ""), ("   learning_rate", "0.001"), ("   loss", loss))  # fmt: skip


TEXT = "Using cpu device\nWrapping the env with a `Monitor` wrapper\n" + told(2048) + told(4096, "nan") + told(6144)
SHOWN = 11  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    "-" * 30,
    "| time/ |  |",
    "|    total_timesteps | 128 |",
    "|    loss | 2.5 |",
    "|    loss | nan |",
    "\n",
    "\n",
    "\r",
    "\0",
    "| total_timesteps | 64 |",
    "text",
]


def test_names_have_their_heading_in_front(read, curve) -> None:
    (run,) = read(TEXT)
    assert run.unit == "step"
    assert repr(curve(run, "train/loss")) == "[(2048, 2.5), (4096, nan), (6144, 2.5)]"
    assert curve(run, "rollout/ep_rew_mean") == [(2048, -213), (4096, -213), (6144, -213)]
    assert curve(run, "lr")[0] == (2048, 0.001)
    assert run.series["rollout/ep_rew_mean"].per == "smoothed"


def test_evaluations_have_tables_of_their_own(read, curve) -> None:
    evaluated = table(("eval/", ""), ("   mean_reward", "31.5"), ("time/", ""), ("   total_timesteps", "5000"))
    (run,) = read(told(2048) + "Eval num_timesteps=5000, episode_reward=31.50 +/- 2.5\n" + evaluated + told(6144))
    assert curve(run, "val/metric/reward") == [(5000, 31.5)]
    assert run.series["val/metric/reward"].per == "evaluation"


def test_before_version_3_there_were_no_headings(read, curve) -> None:
    (run,) = read(table(("ep_rewmean", "nan"), ("total_timesteps", "128"), ("value_loss", "0.5")) * 1)
    assert curve(run, "train/loss/value") == [(128, 0.5)]


def test_a_table_that_is_not_closed_does_not_count(read, curve) -> None:
    whole = told(2048) + told(4096)
    for cut in range(len(told(2048)), len(whole) - 30):
        (run,) = read(whole[:cut])
        assert curve(run, "train/loss") == [(2048, 2.5)]


def test_learning_on_from_the_beginning_is_another_run(read, curve) -> None:
    first, second = read(told(2048) + told(4096) + told(2048, "7.5") + told(4096))
    assert curve(first, "train/loss")[0] == (2048, 2.5)
    assert curve(second, "train/loss")[0] == (2048, 7.5)
    (run,) = read(told(2048) + told(4096) + told(6144) + told(4096, "7.5") + told(6144))
    assert run.fact("resumed") == 4096


@pytest.mark.parametrize("name", ["progress.csv", "progress.json"])
def test_its_tables_are_read_as_tables(curve, name: str) -> None:
    (run,) = gather([str(GOLDEN / name)]).runs
    assert run.unit == "step"
    for key, facts in FACTS[name]["series"].items():
        points = dict(curve(run, key))
        assert len(points) == facts["points"]
        for step, value in facts["some"]:
            assert points[step] == pytest.approx(float(value), rel=1e-12, nan_ok=True), key


@pytest.mark.parametrize("text", ["", "-" * 30 + "\n| a | 1 |\n" + "-" * 30 + "\n", "| total_timesteps | 128 |\n",
                                  "-" * 30 + "\n| total_timesteps | 128 |\n"])  # fmt: skip
def test_what_stable_baselines3_does_not_print_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "total_timesteps" in found.reason
