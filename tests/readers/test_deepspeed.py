"""The reader of what DeepSpeed logs: golden files, the losses of the script, overflows, ranks, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.deepspeed import Deepspeed, accepts
from traindx.schema import Head, Match, Run

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "deepspeed"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = Deepspeed(Head("log.txt", raw, True))
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


REPORT = (
    "[2023-04-28 06:59:46,878] [INFO] [logging.py:96:log_dist] [Rank 0] step={0}, skipped={1}, lr=[{2}], "
    "mom=[(0.9, 0.95)]\n"
)
OVER = (
    "[2023-04-28 06:51:30,648] [INFO] [loss_scaler.py:181:update_scale] [deepspeed] OVERFLOW! Rank {} Skipping step. "
    "Attempted loss scale: {}, reducing to {}\n"
)
TIMER = (
    "[2023-04-28 06:59:46,880] [INFO] [timer.py:199:stop] epoch=0/micro_step=40/global_step=10, "
    "RunningAvgSamplesPerSec=10.5, MemAllocated=4.5GB\n"
)
TEXT = (
    "step 10 loss 7.5\n" + REPORT.format(10, 0, 1e-05) + TIMER + OVER.format(0, 65536, 32768)
    + "step 20 loss nan\n" + REPORT.format(20, 1, 2e-05) + TIMER
)  # fmt: skip


def test_the_losses_are_those_that_the_script_prints() -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "torch")
    assert repr(curve(run, "train/loss")) == "[(10, 7.5), (20, nan)]"
    assert curve(run, "lr") == [(10, 1e-05), (20, 2e-05)]
    assert curve(run, "skipped") == [(10, 0), (20, 1)]
    assert curve(run, "amp/scale") == [(10, 32768)]
    assert run.fact("overflows that skipped a step") == 1
    assert run.settings == {"momentum": 0.9, "beta2": 0.95}


def test_without_a_loss_there_is_still_the_rate() -> None:
    (run,) = read("".join(REPORT.format(n, 0, f"{n}e-05, {n}e-06") for n in (10, 20)))
    assert curve(run, "lr") == [(10, 1e-4), (20, 2e-4)]
    assert curve(run, "lr/1") == [(10, 1e-5), (20, 2e-5)]


def test_a_script_that_counts_otherwise_keeps_its_own_count() -> None:
    text = "".join(
        "".join(f"step {4 * n + k} loss {n}.5\n" for k in range(4)) + REPORT.format(n, 0, n / 10) for n in (1, 2, 3)
    )
    (run,) = read(text)
    assert [step for step, _ in curve(run, "train/loss")] == list(range(4, 16))
    assert curve(run, "lr") == [(7, 0.1), (11, 0.2), (15, 0.3)]


@pytest.mark.parametrize(("line", "scale"), [
    (OVER.format(0, 65536, 32768), 32768),
    ("[deepspeed] fp16 dynamic loss scale overflow! Skipping step. Attempted loss scale: 64.0, reducing to 32.0\n", 32),
    ("[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, but hysteresis is 2. Reducing\n", 65536),
])  # fmt: skip
def test_spellings_of_an_overflow(line: str, scale: float) -> None:
    (run,) = read(REPORT.format(10, 0, 0.1) + line + REPORT.format(20, 1, 0.1))
    assert curve(run, "amp/scale") == [(10, scale)]


def test_an_overflow_without_a_scale_counts_too() -> None:
    (run,) = read(
        REPORT.format(10, 0, 0.1) + "[deepspeed] OVERFLOW! Rank 0 Skipping step.\n" + REPORT.format(20, 1, 0.1)
    )
    assert run.fact("overflows that skipped a step") == 1
    assert "amp/scale" not in run.series


def test_of_several_ranks_one_counts() -> None:
    (run,) = read(REPORT.format(10, 0, 0.1) + OVER.format(1, 64, 32) + OVER.format(0, 64, 32) + OVER.format(1, 32, 16))
    assert run.fact("overflows that skipped a step") == 2


def test_what_comes_before_any_step_stands_at_the_first_that_is_named() -> None:
    (run,) = read(OVER.format(0, 64, 32) + "step 1 loss 3.5\nstep 2 loss 3.25\n" + REPORT.format(2, 1, 0.1))
    assert curve(run, "amp/scale") == [(2, 32)]
    assert curve(run, "train/loss") == [(1, 3.5), (2, 3.25)]


def test_settings_and_how_it_ended() -> None:
    config = "[2023-04-28 06:50:00,000] [INFO] [config.py:957:print]   train_batch_size ............. 16\n"
    (run,) = read("learning rate: 0.5\n" + config + TEXT + "Traceback (most recent call last):\nValueError: no\n")
    assert run.settings["lr"] == 0.5
    assert run.outcome.state == "crashed"


def test_resumed_from_a_checkpoint_it_repeats_steps() -> None:
    (run,) = read("".join(REPORT.format(n, 0, 0.1) for n in (10, 20, 30, 20, 30, 40)))
    assert [step for step, _ in curve(run, "lr")] == [10, 20, 30, 40]
    assert run.fact("resumed") == 20


@pytest.mark.parametrize("text", ["", "step=5, skipped=0\n", "[Rank 0] step=5\n", TIMER, "step 5 loss 2.5\n",
                                  "gradient overflow\n"])  # fmt: skip
def test_what_deepspeed_does_not_log_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "[Rank 0]" in found.reason


def test_a_document_that_shows_some_lines_is_refused() -> None:
    assert match(TEXT).score > 0.6
    assert match("\n".join(TEXT.split("\n")[:3]) + "\nSome lines of text.\n" * 40).score == 0


PIECES = [
    "[Rank 0] step=5, skipped=0, lr=[0.1], mom=[0.9]",
    "[Rank 0] step=6, skipped=1, lr=[",
    "nan]",
    "OVERFLOW! Rank 0 ",
    "Skipping step. Attempted loss scale: 64, ",
    "reducing to 32",
    "step 5 loss 2",
    "\n",
    "\r",
    "\0",
    "[INFO] [a.py:1:b]",
]
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
