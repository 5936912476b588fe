import os

from traindx.verbs.around import around


def test_nothing_lies_around(tmp_path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "notes.txt").write_text("x")
    assert around(str(tmp_path)) == ""


def test_runs_are_counted_and_the_newest_leads(tmp_path) -> None:
    for n in range(3):
        folder = tmp_path / "lightning_logs" / f"version_{n}"
        folder.mkdir(parents=True)
        (folder / "metrics.csv").write_text("step\n")
        (folder / "hparams.yaml").write_text("{}\n")
        os.utime(folder / "metrics.csv", (1e9, 1e9 + n))
    (tmp_path / "log.txt").write_text("loss 1\n")
    first, second = around(str(tmp_path)).splitlines()
    assert first == "a log, log.txt, newest just now: traindx diagnose log.txt"
    assert second.startswith("3 runs in ./lightning_logs, newest ")
    assert second.endswith(" days ago: traindx diagnose lightning_logs")
