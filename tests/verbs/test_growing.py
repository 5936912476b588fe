import contextlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time

import pytest

from traindx.guards.limits import HEAD_BYTES
from traindx.guards.refusal import Refused
from traindx.schema import Head, Run
from traindx.verbs.growing import SILENT, WALK_PAUSE, Growing, Tail, writer_lives
from traindx.verbs.read import choose, gather, read

ROWS = ["step,loss,lr\n", *(f"{10 * n},{2.3 / (n + 1) ** 0.3:.6f},0.0003\n" for n in range(300))]


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def losses(run: Run | None) -> list[float]:
    assert run is not None
    return run.series["train/loss"].values.tolist()


def append(path: pathlib.Path, text: str) -> None:
    with open(path, "a") as file:
        file.write(text)


def log(path: pathlib.Path, rows: int, at: float | None = None) -> pathlib.Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(ROWS[: rows + 1]))
    if at is not None:
        os.utime(path, (at, at))
    return path


def test_a_log_in_random_pieces_is_read_as_the_whole(tmp_path) -> None:
    chance = random.Random(3)
    for seed in range(6):
        path = tmp_path / f"train{seed}.csv"
        path.touch()
        tail, text = Tail(str(path)), "".join(ROWS)
        before: list[float] = []
        while text:
            size = chance.choice((1, 3, 40, 700, 4000))
            append(path, text[:size])
            text = text[size:]
            tail.look()
            now = losses(tail.current()[0]) if tail.current() else []
            assert now[: len(before)] == before  # nothing that was told is taken back: no half of a number
            before = now
        (whole,) = read(str(path))
        assert before == losses(whole)


def test_what_grows_while_it_is_read_is_read_from_where_its_line_begins(tmp_path) -> None:
    path = tmp_path / "train.csv"
    path.write_text("".join(ROWS))
    tail = Tail(str(path))
    for size in range(500, path.stat().st_size, 37):  # the size as it was told, and more is there already
        with open(path, "rb") as file:
            tail._take(file, size)
    with open(path, "rb") as file:
        assert tail._goes_on(file, path.stat().st_size)
    assert tail.current()[0].series["train/loss"].steps.tolist() == list(range(0, tail.current()[0].last_step + 1, 10))


def test_the_last_line_counts_when_it_has_ended_or_nothing_comes(tmp_path) -> None:
    path = log(tmp_path / "train.csv", 20)
    append(path, "200,1.")
    tail = Tail(str(path))
    assert tail.look()
    assert len(losses(tail.current()[0])) == 20
    append(path, "25,0.0003\n")
    assert tail.look()
    assert losses(tail.current()[0])[20:] == [1.25]
    append(path, "210,1.5,0.0003")
    assert not tail.look()
    tail.finish()
    assert losses(tail.current()[0])[20:] == [1.25, 1.5]


def test_nothing_new_is_nothing_read(tmp_path) -> None:
    tail = Tail(str(log(tmp_path / "train.csv", 20)))
    assert tail.look()
    assert not tail.look()


@pytest.mark.parametrize("how", ["truncated", "replaced", "rewritten longer", "moved away"])
def test_what_is_written_anew_begins_anew(tmp_path, how) -> None:
    path = log(tmp_path / "train.csv", 50)
    tail = Tail(str(path))
    tail.look()
    assert len(losses(tail.current()[0])) == 50
    other = "step,loss,lr\n" + "".join(f"{n},{9 - n / 100:.3f},0.1\n" for n in range(200 if "longer" in how else 12))
    if how == "replaced":
        (tmp_path / "new").write_text(other)
        os.replace(tmp_path / "new", path)
    elif how == "moved away":
        path.rename(tmp_path / "train.csv.1")
        tail.look()
        path.write_text(other)
    else:
        path.write_text(other)
    assert tail.look()
    assert losses(tail.current()[0])[0] == 9.0
    assert len(losses(tail.current()[0])) == other.count("\n") - 1
    assert tail.anew == 1


def test_a_document_is_read_anew_and_a_torn_one_is_waited_for(tmp_path) -> None:
    def state(rows: int) -> str:
        entries = [{"step": 10 * n, "loss": 2.0 - n / 100, "learning_rate": 1e-4, "epoch": n / 10} for n in range(rows)]
        return json.dumps({"global_step": 10 * rows, "max_steps": 4000, "log_history": entries})

    path = tmp_path / "trainer_state.json"
    path.write_text(state(20))
    tail = Tail(str(path))
    assert tail.look()
    assert len(losses(tail.current()[0])) == 20
    path.write_text(state(40)[:700])
    tail.look()
    assert len(losses(tail.current()[0])) == 20
    path.write_text(state(40))
    assert tail.look()
    assert len(losses(tail.current()[0])) == 40
    assert tail.anew == 0


def test_the_format_is_chosen_again_when_more_is_known(tmp_path) -> None:
    path = tmp_path / "train.log"
    path.write_text("starting\nepoch 0 loss 2.5\n")
    tail = Tail(str(path))
    tail.look()
    for n in range(40):
        append(path, json.dumps({"step": n, "train_loss": 2.0 - n / 100, "lr": 1e-3}) + "\n")
        tail.look()
    (whole,) = read(str(path))
    assert [(run.format, losses(run)) for run in tail.current()] == [(whole.format, losses(whole))]


def test_a_pipe_in_the_place_of_a_log_is_left_alone(tmp_path) -> None:
    path = log(tmp_path / "train.csv", 20)
    tail = Tail(str(path))
    tail.look()
    path.unlink()
    os.mkfifo(path)
    assert not tail.look()
    assert len(losses(tail.current()[0])) == 20


def test_in_a_folder_the_newest_run_is_followed_with_its_settings(tmp_path) -> None:
    for n in range(4):
        log(tmp_path / f"version_{n}" / "metrics.csv", 30 + n, at=1e9 + (n != 2) * -100)
    (tmp_path / "version_2" / "hparams.yaml").write_text("batch_size: 32\n")
    growing = Growing(str(tmp_path))
    assert growing.look() in (True, False)
    run = growing.run()
    assert len(losses(run)) == 32
    assert run is not None
    assert run.settings["batch_size"] == 32
    assert {os.path.basename(os.path.dirname(path)) for path in growing.files()} == {"version_2"}


def test_parts_of_one_run_are_followed_together(tmp_path) -> None:
    log(tmp_path / "train" / "log.csv", 30)
    log(tmp_path / "val" / "log.csv", 10)
    growing = Growing(str(tmp_path))
    growing.look()
    append(tmp_path / "train" / "log.csv", ROWS[31])
    assert growing.look()
    run = growing.run()
    assert run is not None
    assert {key: len(one) for key, one in run.series.items() if "loss" in key} == {"train/loss": 31, "val/loss": 10}


@pytest.mark.parametrize("newest", ["progress.csv", "progress.json"])
def test_of_two_logs_of_one_run_either_may_be_the_newest(newest, tmp_path) -> None:
    table = log(tmp_path / "progress.csv", 30, at=1000.0)
    rows = [json.dumps({"step": 10 * n, "loss": round(2.3 / (n + 1) ** 0.3, 4)}) + "\n" for n in range(30)]
    (tmp_path / "progress.json").write_text("".join(rows))
    os.utime(tmp_path / "progress.json", (1000.0, 1000.0))
    os.utime(tmp_path / newest)
    growing = Growing(str(tmp_path))
    growing.look()
    assert growing.lead.endswith(newest)
    run = growing.run()
    assert run is not None
    assert run.source == str(table)
    assert len(growing.files()) == 2


def test_another_run_is_taken_up_when_this_one_is_silent(tmp_path) -> None:
    clock = Clock()
    log(tmp_path / "a" / "metrics.csv", 30, at=time.time() - 2)
    growing = Growing(str(tmp_path), clock=clock)
    growing.look()
    other = log(tmp_path / "b" / "metrics.csv", 12)
    clock.now += WALK_PAUSE + 1
    growing.look()
    assert len(losses(growing.run())) == 30
    assert growing.notices == []
    clock.now += SILENT
    append(other, ROWS[13])
    growing.look()
    assert len(losses(growing.run())) == 13
    assert growing.notices == [f"another run is written: {other}"]


def test_a_log_that_comes_later_is_found(tmp_path) -> None:
    clock = Clock()
    growing = Growing(str(tmp_path), clock=clock)
    growing.look()
    assert growing.run() is None
    log(tmp_path / "metrics.csv", 12)
    clock.now += WALK_PAUSE + 1
    growing.look()
    assert len(losses(growing.run())) == 12


def test_of_several_runs_in_one_file_the_last_is_followed(tmp_path) -> None:
    path = tmp_path / "train.csv"
    path.write_text("".join(ROWS[:40]) + "".join(ROWS[:20]))
    growing = Growing(str(path))
    growing.look()
    assert len(losses(growing.run())) == len(losses(read(str(path))[-1]))


def test_what_is_not_there_is_said(tmp_path) -> None:
    with pytest.raises(Refused, match="does not exist"):
        Growing(str(tmp_path / "none.csv")).look()


def test_a_writer_is_seen_while_it_lives(tmp_path) -> None:
    path = log(tmp_path / "train.csv", 20)
    if writer_lives([str(path)]) is None:
        return  # not on Linux: only the time tells
    assert writer_lives([str(path)]) is False
    for mode, seen in (("r", False), ("a", True)):
        code = f"import time; file = open({str(path)!r}, {mode!r}); print('open', flush=True); time.sleep(60)"
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        assert writer_lives([str(path)]) is seen
        child.kill()
        child.communicate()
    assert writer_lives([str(path)]) is False
    begun = time.process_time()
    writer_lives([str(path)])
    assert time.process_time() - begun < 1.0


GOLDEN = pathlib.Path(__file__).parents[1] / "golden"


def one_of_each_format() -> list[pathlib.Path]:
    """The smallest golden file of each format."""
    found: dict[str, pathlib.Path] = {}
    for path in sorted(GOLDEN.rglob("*"), key=lambda path: (path.is_file() and path.stat().st_size, path)):
        if path.is_file() and "make" not in path.parts and path.stat().st_size:
            data = path.read_bytes()[:HEAD_BYTES]
            unit, match = choose(Head(str(path), data, path.stat().st_size <= HEAD_BYTES))[0]
            if match.score > 0:
                found.setdefault(unit.id, path)
    return list(found.values())


@pytest.mark.parametrize("path", one_of_each_format(), ids=lambda path: str(path.relative_to(GOLDEN)))
def test_every_format_is_followed_to_what_is_read_at_once(path, tmp_path) -> None:
    data = path.read_bytes()
    copy = tmp_path.joinpath(*path.parts[-4:])  # some readers look at the folders
    copy.parent.mkdir(parents=True)
    copy.touch()
    chance = random.Random(len(data))
    cuts = sorted(chance.randint(0, len(data)) for _ in range(5))
    growing = Growing(str(copy))
    for first, last in zip([0, *cuts], [*cuts, len(data)], strict=True):
        with open(copy, "ab") as file:
            file.write(data[first:last])
        with contextlib.suppress(Refused):  # nothing in it yet
            growing.look()
            growing.run()
    growing.finish()
    assert growing.notices == []
    followed, whole = growing.run(), [run for run in gather([str(copy)]).runs if run.series]
    if not whole:  # settings alone
        assert followed is None
        return
    assert followed is not None
    assert (followed.series, followed.settings, followed.outcome) == (
        whole[-1].series, whole[-1].settings, whole[-1].outcome
    )  # fmt: skip


def test_checkpoints_come_and_go(tmp_path) -> None:
    def state(rows: int) -> None:
        entries = [{"step": 10 * n, "loss": 2.0 - n / 100, "learning_rate": 1e-4, "epoch": n / 10} for n in range(rows)]
        path = tmp_path / f"checkpoint-{10 * rows}" / "trainer_state.json"
        path.parent.mkdir()
        path.write_text(json.dumps({"global_step": 10 * rows, "max_steps": 4000, "log_history": entries}))

    clock = Clock()
    growing = Growing(str(tmp_path), clock=clock)
    state(20)
    growing.look()
    for rows in (30, 40, 50):
        state(rows)
        shutil.rmtree(tmp_path / f"checkpoint-{10 * rows - 100}")
        clock.now += WALK_PAUSE + 1
        growing.look()
        assert len(losses(growing.run())) == rows
    assert growing.notices == []
