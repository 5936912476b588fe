"""Logs of one writer among the lines of others: settings, the end, the torn line, what a mean stands for."""

from __future__ import annotations

import re

import pytest

from traindx.decoding.own_lines import OwnLines, has, judged
from traindx.decoding.rows import Rows
from traindx.schema import Head, Match, Run


class Simple(OwnLines):
    """Reads `at 3: loss 2`."""

    def __init__(self, per: str = "window") -> None:
        super().__init__(Head("log.txt", b"", True), Rows(per=per), form="simple", framework="torch")
        self.seen: list[tuple[str, bool]] = []

    def take(self, line: str) -> bool:
        self.seen.append((line, self.torn))
        found = re.match(r"at (\d+): loss (\S+)", line)
        if found:
            self.add({"step": float(found[1]), "loss": float(found[2])})
        return found is not None


def read(text: str, per: str = "window") -> list[Run]:
    fold = Simple(per)
    fold.feed(text.encode())
    return fold.runs()


def match(text: str) -> Match:
    return judged(
        Simple(),
        Head("log.txt", text.encode(), True),
        cues=(b"at ", b"nowhere"),
        lacks="it lacks them",
        found="it has them",
    )


def test_settings_stand_in_front_and_the_end_behind() -> None:
    (run,) = read("lr: 0.5\nat 1: loss 3\nmomentum: 0.25\nat 2: loss 2\nKeyboardInterrupt\n")
    assert run.settings == {"lr": 0.5}
    assert run.outcome.state == "interrupted"
    assert (run.format, run.framework, run.source) == ("simple", "torch", "log.txt")


def test_what_looked_like_the_end_was_none_where_it_went_on() -> None:
    (run,) = read("at 1: loss 3\nTraining finished\nat 2: loss 2\n")
    assert run.outcome.state == "unknown"


@pytest.mark.parametrize(("steps", "per", "window"), [
    ((10, 20, 30, 40), "window", 10), ((1, 10, 20, 30), "window", 10), ((1, 2, 3, 4), "step", None),
    ((7,), "window", None),
])  # fmt: skip
def test_a_mean_stands_for_the_usual_distance(steps: tuple[int, ...], per: str, window: int | None) -> None:
    (run,) = read("".join(f"at {step}: loss 2\n" for step in steps))
    assert (run.series["train/loss"].per, run.series["train/loss"].window) == (per, window)
    (run,) = read("".join(f"at {step}: loss 2\n" for step in steps), per="running")
    assert (run.series["train/loss"].per, run.series["train/loss"].window) == ("running", None)


def test_the_last_line_is_known_to_be_torn_and_may_go_on() -> None:
    fold = Simple()
    fold.feed(b"at 1: loss 3\nat 2: loss 2")
    assert fold.finished().seen == [("at 1: loss 3", False), ("at 2: loss 2", True)]
    assert fold.runs()[0].series["train/loss"].values.tolist() == [3, 2]
    fold.feed(b"5\n")
    assert fold.runs()[0].series["train/loss"].values.tolist() == [3, 25]


def test_a_log_is_judged_by_its_own_lines() -> None:
    assert match("at 1: loss 3\nat 2: loss 2\nother\n") == Match(0.93, "it has them")
    assert match("other\n") == Match(0, "it lacks them")
    assert match("at 1: loss 3\n" + "other\n" * 10).score == 0
    assert match("at 1: loss 3\n" * 30 + "other\n" * 1000).score > 0.9


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be"])
def test_a_cue_is_found_in_whatever_encoding(encoding: str) -> None:
    head = Head("log.txt", "step 1: loss 2".encode(encoding), True)
    assert has(head, b"nowhere", b": loss")
    assert not has(head, b"nowhere")


def test_a_reader_without_take_is_none() -> None:
    with pytest.raises(NotImplementedError):
        OwnLines(Head("log.txt", b"", True), Rows(), form="none").take("line")
