import os
import time

from traindx.verbs.around import QUIET, around, newest


def test_nothing_lies_around(tmp_path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "notes.txt").write_text("x")
    assert around(str(tmp_path)) == ""
    assert newest(str(tmp_path)) is None


def test_runs_are_counted_and_the_newest_leads(tmp_path) -> None:
    for n in range(3):
        folder = tmp_path / "lightning_logs" / f"version_{n}"
        folder.mkdir(parents=True)
        (folder / "metrics.csv").write_text("step\n")
        (folder / "hparams.yaml").write_text("{}\n")
        os.utime(folder / "metrics.csv", (1e9, 1e9 + n))
    old = time.time() - QUIET - 60
    (tmp_path / "log.txt").write_text("loss 1\n")
    os.utime(tmp_path / "log.txt", (old, old))
    first, second = around(str(tmp_path)).splitlines()
    assert first == "a log, log.txt, newest 11 min ago: traindx diagnose log.txt"
    assert second.startswith("3 runs in ./lightning_logs, newest ")
    assert second.endswith(" days ago: traindx diagnose lightning_logs")
    assert newest(str(tmp_path)) == str(tmp_path / "log.txt")


def test_the_newest_that_was_written_just_now_is_offered_to_be_followed(tmp_path) -> None:
    (tmp_path / "log.txt").write_text("loss 1\n")
    (tmp_path / "runs" / "a").mkdir(parents=True)
    (tmp_path / "runs" / "a" / "metrics.csv").write_text("step\n")
    now = time.time()
    os.utime(tmp_path / "log.txt", (now - 240, now - 240))
    first, second = around(str(tmp_path)).splitlines()
    assert first == "1 run in ./runs, newest just now, still growing: traindx diagnose --follow"
    assert second == "a log, log.txt, newest 4 min ago: traindx diagnose log.txt"


def test_what_scripts_call_their_logs_is_found(tmp_path) -> None:
    (tmp_path / "notes.csv").write_text("step\n")
    (tmp_path / "train.log").write_text("loss 1\n")
    assert newest(str(tmp_path)) == str(tmp_path / "train.log")
    assert around(str(tmp_path)) == "a log, train.log, newest just now, still growing: traindx diagnose --follow\n"
