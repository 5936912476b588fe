"""The loop, with a real log that is really written to between two looks; the waiting is the writer's turn."""

import os
import pathlib
import time
from collections.abc import Callable, Iterable

import pytest

from traindx.guards.refusal import Refused
from traindx.verbs.follow import THINKING, Moment, follow

HEAD = "step,train_loss,lr\n"


def rows(first: int, last: int, value: Callable[[int], float] = lambda n: 2.3 / (n + 1) ** 0.3) -> str:
    return "".join(f"{10 * n},{value(n):.6f},0.0003\n" for n in range(first, last))


class Recorded:
    """Remembers every moment."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.keys: list[str] = []

    def moment(self, now: Moment) -> None:
        self.moments.append(now._replace(told=list(now.told), notices=list(now.notices)))

    def key(self, key: str) -> None:
        self.keys.append(key)

    @property
    def news(self) -> list[str]:
        return [one.id for now in self.moments for one in now.news]


def written(path: pathlib.Path, turns: Iterable[str | Callable[[], None]], then: str | None = "q"):
    """A wait in which the writer has its turn; after the last one the user presses a key."""
    waiting = iter(turns)

    def wait(seconds: float) -> str | None:
        turn = next(waiting, None)
        if turn is None:
            return then
        if callable(turn):
            turn()
        else:
            with open(path, "a") as file:
                file.write(turn)
        time.sleep(0.15)  # longer than 20 times what the detectors take on so little
        return None

    return wait


def followed(path: pathlib.Path, turns: Iterable[str | Callable[[], None]], **more):
    shown = Recorded()
    answer, told = follow(str(path), shown, written(path, turns), flags={}, pause=0.001, **more)
    return shown, answer, told


@pytest.fixture(autouse=True)
def _prompt(monkeypatch) -> None:
    """Thinks at every look: what it costs has a test of its own."""
    monkeypatch.setattr("traindx.verbs.follow.THINKING", 0.0)


@pytest.fixture
def log(tmp_path) -> pathlib.Path:
    path = tmp_path / "train.csv"
    path.write_text(HEAD + rows(0, 40))
    return path


def test_a_nan_is_told_once_when_it_comes(log) -> None:
    nan = "".join(f"{10 * n},nan,0.0003\n" for n in range(60, 64))
    shown, answer, told = followed(log, [rows(40, 60), nan, "640,nan,0.0003\n", "650,nan,0.0003\n"])
    assert shown.news == ["nan-loss"]
    assert (len(shown.moments[0].news), len(shown.moments[1].news), len(shown.moments[2].news)) == (0, 0, 1)
    assert {identity[0] for identity, _ in told} == {"nan-loss"}
    assert answer.status == 1
    assert answer.diagnoses[0].run.outcome.state == "running"
    assert answer.diagnoses[0].known_at_step is not None


def test_the_answer_is_that_of_diagnose(log) -> None:
    from traindx.verbs.diagnose import diagnose

    _, answer, _ = followed(log, [rows(40, 90), "900,1.2"])
    whole = diagnose(str(log))
    (mine,) = answer.diagnoses
    assert (mine.verdict, mine.findings, mine.belief) == (whole.verdict, whole.findings, whole.belief)
    assert mine.run.series == whole.run.series
    assert answer.notes == [f"left at step {whole.run.last_step:,}; the training goes on"]


def test_half_a_number_is_no_news(log) -> None:
    """`900` stands there for a moment, before it is `900e-4`."""
    shown, _, _ = followed(log, [rows(40, 90), "900,900", "e-4,0.0003\n", rows(91, 95)])
    assert shown.news == []


def test_what_only_the_end_can_tell_is_no_news(log) -> None:
    log.write_text("step,train_loss,val_loss,lr\n")
    worse = "".join(f"{100 * n},{2 * 0.9**n + 0.1:.4f},{2.1 * 0.9 ** min(n, 12) + 0.04 * max(0, n - 12):.4f},0.001\n"
                    for n in range(60))  # fmt: skip
    shown, answer, _ = followed(log, [worse])
    assert [one.when for one in answer.diagnoses[0].problems].count("end") >= 1
    ends = {one.id for one in answer.diagnoses[0].problems if one.when == "end"}
    assert not ends & set(shown.news)


def test_a_log_that_is_written_anew_is_told_of_anew(log) -> None:
    spoilt = HEAD + rows(0, 20) + "".join(f"{10 * n},nan,0.0003\n" for n in range(20, 24))
    anew = lambda: log.write_text(spoilt) and None  # noqa: E731
    with open(log, "a") as file:
        file.write("".join(f"{10 * n},nan,0.0003\n" for n in range(40, 44)))
    shown, answer, _ = followed(log, [anew, "240,nan,0.0003\n"])
    assert shown.news == ["nan-loss", "nan-loss"]
    assert shown.moments[-1].notices == [f"{log} was written anew"]
    assert len(shown.moments[-1].told) == 1
    assert answer.diagnoses[0].run.series["train/loss"].steps[-1] == 240


def test_it_ends_when_the_log_says_how_the_run_ended(tmp_path) -> None:
    path = tmp_path / "train.log"
    path.write_text("".join(f"step {n} loss {2.3 / (n + 1) ** 0.3:.4f}\n" for n in range(40)))
    crash = 'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\nRuntimeError: out\n'
    shown = Recorded()
    wait = written(path, [crash, *[lambda: None] * 40], then=None)
    answer, _ = follow(str(path), shown, wait, flags={}, pause=0.001, settled=0.5)
    assert answer.notes == ["the run has ended: crashed (RuntimeError)"]
    assert answer.diagnoses[0].run.outcome.state == "crashed"
    assert shown.moments[-1].status.startswith("crashed")


def test_a_traceback_that_was_caught_ends_nothing(tmp_path) -> None:
    path = tmp_path / "train.log"
    lines = [f"step {n} loss {2.3 / (n + 1) ** 0.3:.4f}\n" for n in range(60)]
    path.write_text("".join(lines[:40]))
    crash = 'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\nRuntimeError: out\n'
    shown = Recorded()
    wait = written(path, [crash, "".join(lines[40:50]), "".join(lines[50:])])
    answer, _ = follow(str(path), shown, wait, flags={}, pause=0.001, settled=30)
    assert answer.notes[0].startswith("left at step 59")


def test_it_ends_when_nothing_comes_and_nobody_writes(log) -> None:
    begun = time.monotonic()
    shown = Recorded()
    answer, _ = follow(str(log), shown, lambda seconds: None, flags={}, pause=0.001, quiet=1.0)
    assert time.monotonic() - begun < 20
    assert answer.notes[0].startswith("nothing was written for ")
    assert answer.diagnoses[0].run.outcome.state == "unknown"


def test_it_waits_for_a_writer_that_lives(log, monkeypatch) -> None:
    lives = iter((True, True, False))
    monkeypatch.setattr("traindx.verbs.follow.writer_lives", lambda paths: next(lives))
    monkeypatch.setattr("traindx.verbs.follow.ASKED", 0.0)
    answer, _ = follow(str(log), Recorded(), lambda seconds: None, flags={}, pause=0.001, quiet=0.2)
    assert next(lives, None) is None
    assert answer.notes[0].endswith("and no process holds the log open")


def test_an_old_log_is_not_waited_for(log) -> None:
    long_ago = time.time() - 3600
    os.utime(log, (long_ago, long_ago))
    shown = Recorded()
    answer, _ = follow(str(log), shown, lambda seconds: pytest.fail("it waits"), flags={})
    assert answer.notes[0].startswith("nothing was written for 60 min")
    assert len(shown.moments) == 1


def test_other_keys_go_to_what_is_shown(log) -> None:
    pressed = iter("fFq")
    shown = Recorded()
    follow(str(log), shown, lambda seconds: next(pressed), flags={})
    assert shown.keys == ["f", "F"]


def test_what_a_baseline_knows_is_no_news(log, tmp_path) -> None:
    from traindx.verbs.diagnose import answer as diagnosed
    from traindx.verbs.tell import tell

    with open(log, "a") as file:
        file.write("".join(f"{10 * n},nan,0.0003\n" for n in range(40, 44)))
    (tmp_path / "earlier.json").write_text(tell(diagnosed([str(log)], flags={}), "json"))
    shown, answer, _ = followed(log, ["440,nan,0.0003\n"], baseline_file=str(tmp_path / "earlier.json"))
    assert shown.news == []
    assert answer.status == 0


@pytest.mark.parametrize(
    ("path", "what"),
    [("-", "standard input"), ("s3://bucket/a", "not on this machine"), ("none.csv", "does not exist")],
)
def test_what_cannot_be_followed_is_said(path, what) -> None:
    with pytest.raises(Refused, match=what):
        follow(path, Recorded(), lambda seconds: "q", flags={})


def test_the_newest_log_around_is_followed_where_none_is_named(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match="no growing log lies here"):
        follow(None, Recorded(), lambda seconds: "q", flags={})
    (tmp_path / "runs" / "a").mkdir(parents=True)
    (tmp_path / "runs" / "a" / "metrics.csv").write_text(HEAD + rows(0, 40))
    answer, _ = follow(None, Recorded(), lambda seconds: "q", flags={})
    assert answer.diagnoses[0].run.source == "runs/a/metrics.csv"


def test_thinking_is_paid_for_by_waiting(log, monkeypatch) -> None:
    """A log that grows all the time costs a twentieth of a core, whatever it costs to judge it."""
    monkeypatch.setattr("traindx.verbs.follow.THINKING", THINKING)
    counts = iter(range(40, 100_000))
    until = time.monotonic() + 6

    def wait(seconds: float) -> str | None:
        with open(log, "a") as file:
            n = next(counts)
            file.write(rows(n, n + 1))
        time.sleep(0.05)
        return "q" if time.monotonic() > until else None

    costs: list[float] = []
    from traindx.verbs import follow as module

    think = module._Following._think

    def counted(self) -> None:
        begun = time.process_time()
        think(self)
        costs.append(time.process_time() - begun)

    monkeypatch.setattr(module._Following, "_think", counted)
    follow(str(log), Recorded(), wait, flags={}, pause=0.05)
    assert len(costs) >= 2
    assert sum(costs[1:-1]) <= 0.06 * 6
