"""Where runs are kept."""

import os
import pathlib
import stat

import pytest

from traindx import store


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.delenv("TRAINDX_DIR", raising=False)
    monkeypatch.delenv("TRAINDX_KEEP", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_run_gets_a_folder_of_its_own_that_git_and_others_do_not_see(here: pathlib.Path) -> None:
    one, other = store.new_run("train"), store.new_run("train")
    assert one != other
    assert pathlib.Path(one).parent == here / ".traindx" / "runs"
    assert (here / ".traindx" / ".gitignore").read_text() == "*\n"
    assert stat.S_IMODE(os.stat(one).st_mode) == 0o700
    assert store.last_run() == other


def test_the_folder_can_be_named(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAINDX_DIR", str(here / "elsewhere"))
    assert store.new_run("a b/c").startswith(str(here / "elsewhere" / "runs"))
    assert not (here / ".traindx").exists()


def test_recordings_come_in_the_order_of_their_trainings(here: pathlib.Path) -> None:
    run = pathlib.Path(store.new_run("x"))
    for name in ("10-rank0.jsonl", "2-rank1.jsonl", "2-rank0.jsonl", "command.json", "hello.lock"):
        (run / name).write_text("")
    assert [os.path.basename(one) for one in store.recordings(str(run))] == [
        "2-rank0.jsonl", "2-rank1.jsonl", "10-rank0.jsonl"
    ]  # fmt: skip


def test_old_runs_give_way_but_what_was_tried_or_still_grows_is_kept(
    here: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAINDX_KEEP", "2")
    runs = here / ".traindx" / "runs"
    for number in range(4):
        folder = runs / f"20200101T00000{number}Z-old"
        folder.mkdir(parents=True)
        (folder / "1-rank0.jsonl").write_text("x")
        os.utime(folder / "1-rank0.jsonl", (1, 1))
    (runs / "20200101T000000Z-old" / "trials").mkdir()
    os.utime(runs / "20200101T000001Z-old" / "1-rank0.jsonl")
    store.new_run("new")
    assert sorted(one.name.split("-")[0][-2:-1] for one in runs.iterdir() if "old" in one.name) == ["0", "1", "3"]


def test_nothing_was_run_here() -> None:
    assert store.last_run() is None
