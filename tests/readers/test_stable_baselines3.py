"""The reader of what stable-baselines3 prints: golden files, headings, evaluations, tables, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.stable_baselines3 import StableBaselines3, accepts
from traindx.schema import Head, Match, Run
from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "stable_baselines3"
ALL = json.loads((GOLDEN / "facts.json").read_text())["files"]
FACTS = {"log.txt": ALL["log.txt"]}


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = StableBaselines3(Head("log.txt", raw, True))
    for first, last in itertools.pairwise((0, *sorted(cuts), len(raw))):
        fold.feed(raw[first:last])
    return fold.runs()


def curve(run: Run, key: str) -> list[tuple[int, float]]:
    return list(zip(run.series[key].steps.tolist(), run.series[key].values.tolist(), strict=True))


@pytest.mark.parametrize("name", FACTS)
def test_golden(name: str) -> None:
    data = (GOLDEN / name).read_bytes()
    assert match(data).score > 0.6
    (run,) = read(data)
    for key, facts in FACTS[name]["series"].items():
        points = dict(curve(run, key))
        assert len(points) == facts["points"], key
        assert sum(not math.isfinite(value) for value in points.values()) == facts["non_finite"], key
        for step, value in facts["some"]:
            assert points[step] == pytest.approx(float(value), rel=1e-12, nan_ok=True), key
    for setting, value in FACTS[name]["settings"].items():
        assert run.settings[setting] == value


@pytest.mark.parametrize("name", FACTS)
def test_cut_anywhere_and_continued_it_reads_the_same(name: str) -> None:
    data = (GOLDEN / name).read_bytes()
    whole, choose = read(data), random.Random(name)
    for _ in range(25):
        assert repr(read(data, *(choose.randrange(len(data) + 1) for _ in range(choose.randint(1, 12))))) == repr(whole)


DRESSES = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "colours": lambda text: text.replace("\n", "\x1b[0m\n\x1b[32m").encode(),
    "redraws": lambda text: text.replace("\n", "\rwaiting  1%|#  |\r\n").encode(),
}


@pytest.mark.parametrize("dress", DRESSES)
def test_dress(dress: str) -> None:
    text = TEXT
    data = DRESSES[dress](text)
    assert match(data).score == match(text).score > 0.6
    assert [run.series for run in read(data)] == [run.series for run in read(text)]


def table(*rows: tuple[str, str], wide: int = 24) -> str:
    dashes = "-" * (wide + 17)
    return "\n".join([dashes, *(f"| {name:<{wide}} | {value:<10} |" for name, value in rows), dashes]) + "\n"


def told(step: int, loss: str = "2.5") -> str:
    return table(("rollout/", ""), ("   ep_rew_mean", "-213"), ("time/", ""), ("   total_timesteps", str(step)),
                 ("train/", ""), ("   learning_rate", "0.001"), ("   loss", loss))  # fmt: skip


TEXT = "Using cpu device\nWrapping the env with a `Monitor` wrapper\n" + told(2048) + told(4096, "nan") + told(6144)


def test_names_have_their_heading_in_front() -> None:
    (run,) = read(TEXT)
    assert run.unit == "step"
    assert repr(curve(run, "train/loss")) == "[(2048, 2.5), (4096, nan), (6144, 2.5)]"
    assert curve(run, "rollout/ep_rew_mean") == [(2048, -213), (4096, -213), (6144, -213)]
    assert curve(run, "lr")[0] == (2048, 0.001)
    assert run.series["rollout/ep_rew_mean"].per == "smoothed"


def test_evaluations_have_tables_of_their_own() -> None:
    evaluated = table(("eval/", ""), ("   mean_reward", "31.5"), ("time/", ""), ("   total_timesteps", "5000"))
    (run,) = read(told(2048) + "Eval num_timesteps=5000, episode_reward=31.50 +/- 2.5\n" + evaluated + told(6144))
    assert curve(run, "val/metric/reward") == [(5000, 31.5)]
    assert run.series["val/metric/reward"].per == "evaluation"


def test_before_version_3_there_were_no_headings() -> None:
    (run,) = read(table(("ep_rewmean", "nan"), ("total_timesteps", "128"), ("value_loss", "0.5")) * 1)
    assert curve(run, "train/loss") == [(128, 0.5)]


def test_a_table_that_is_not_closed_does_not_count() -> None:
    whole = told(2048) + told(4096)
    for cut in range(len(told(2048)), len(whole) - 30):
        (run,) = read(whole[:cut])
        assert curve(run, "train/loss") == [(2048, 2.5)]


def test_learning_on_from_the_beginning_is_another_run() -> None:
    first, second = read(told(2048) + told(4096) + told(2048, "7.5") + told(4096))
    assert curve(first, "train/loss")[0] == (2048, 2.5)
    assert curve(second, "train/loss")[0] == (2048, 7.5)
    (run,) = read(told(2048) + told(4096) + told(6144) + told(4096, "7.5") + told(6144))
    assert run.fact("resumed") == 4096


@pytest.mark.parametrize("name", ["progress.csv", "progress.json"])
def test_its_tables_are_read_as_tables(name: str) -> None:
    (run,) = gather([str(GOLDEN / name)]).runs
    assert run.unit == "step"
    for key, facts in ALL[name]["series"].items():
        points = dict(curve(run, key))
        assert len(points) == facts["points"]
        for step, value in facts["some"]:
            assert points[step] == pytest.approx(float(value), rel=1e-12, nan_ok=True), key


@pytest.mark.parametrize("text", ["", "-" * 30 + "\n| a | 1 |\n" + "-" * 30 + "\n", "| total_timesteps | 128 |\n",
                                  "-" * 30 + "\n| total_timesteps | 128 |\n"])  # fmt: skip
def test_what_stable_baselines3_does_not_print_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "total_timesteps" in found.reason


def test_a_document_that_shows_some_lines_is_refused() -> None:
    assert match(TEXT).score > 0.6
    assert match("\n".join(TEXT.split("\n")[:11]) + "\nSome lines of text.\n" * 40).score == 0


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
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
