"""Logs of one writer among the lines of others: settings, the end, the torn line, what a mean stands for."""

from __future__ import annotations

import re

import pytest

from traindx.decoding.own_lines import OwnLines, OwnRow, has, judged, usual_distance, zeros
from traindx.decoding.rows import Rows
from traindx.schema import Head, Match, Run, Series


class Simple:
    """Reads `at 3: loss 2`."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, bool]] = []

    def take(self, log: OwnLines, line: str) -> bool:
        self.seen.append((line, log.torn))
        found = row(line)
        return found is not None and log.add_row(found)


def row(line: str) -> OwnRow | None:
    found = re.match(r"at (\d+): loss (\S+)", line)
    return OwnRow({"step": float(found[1]), "loss": float(found[2])}, {"loss": 0.5}) if found else None


def simple(per: str = "window", *, reader: Simple | None = None) -> OwnLines:
    take = (reader or Simple()).take
    return OwnLines(Head("log.txt", b"", True), Rows(per=per), take, form="simple", framework="torch", row=row)


def read(text: str, per: str = "window") -> list[Run]:
    fold = simple(per)
    fold.feed(text.encode())
    return fold.runs()


def match(text: str) -> Match:
    return judged(
        simple(),
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
    reader = Simple()
    fold = simple(reader=reader)
    fold.feed(b"at 1: loss 3\nat 2: loss 2")
    end = fold.finished()._take.__self__  # type: ignore[attr-defined]
    assert end.seen == [("at 1: loss 3", False), ("at 2: loss 2", True)]
    assert reader.seen == [("at 1: loss 3", False)]
    assert fold.runs()[0].series["train/loss"].values.tolist() == [1.5, 1]
    fold.feed(b"5\n")
    assert fold.runs()[0].series["train/loss"].values.tolist() == [1.5, 12.5]


def test_lines_of_a_known_shape_are_read_as_the_others() -> None:
    reader = Simple()
    fold = simple(reader=reader)
    for step in range(200):
        fold.feed(f"at {step}: loss {step}.25\n".encode() + b"other\n" * (step % 3 == 0))
    (run,) = fold.runs()
    assert run.series["train/loss"].steps.tolist() == list(range(200))
    assert run.series["train/loss"].values.tolist() == [(step + 0.25) / 2 for step in range(200)]
    assert (fold.own, fold.others) == (200, 67)
    assert sum(line.startswith("at") for line, _ in reader.seen) < 50


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


def test_the_usual_distance_and_the_zeros_of_a_series() -> None:
    series = Series.of("lr", [0, 10, 20, 35], [0.0, 1.0, 0.0, 2.0])
    assert usual_distance(series) == 10
    assert usual_distance(Series.of("lr", [3], [1.0])) is None
    (fact,) = zeros(series, "zeros")
    assert (fact.name, fact.value, fact.step, fact.where) == ("zeros", 2, 0, "lr")
    assert zeros(None, "zeros") == zeros(Series.of("lr", [1], [1.0]), "zeros") == []
