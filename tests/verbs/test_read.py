from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import time
from typing import Any

import pytest

import traindx
from traindx.guards.refusal import Refused
from traindx.verbs.read import gather, read

CSV = "epoch,train_loss,val_loss\n" + "".join(f"{n},{3 - n / 10},{4 - n / 10}\n" for n in range(10))
GOLDEN = pathlib.Path(__file__).parents[1] / "golden"


@pytest.fixture
def log(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "good" / "log.csv"
    path.parent.mkdir()
    path.write_text(CSV)
    return path


def refused(path: pathlib.Path | str, log: pathlib.Path) -> str:
    """The sentence about a path, which is one line and does not take the answer for another path with it."""
    harvest = gather([str(path), str(log)])
    assert [run.source for run in harvest.runs] == [str(log)]
    (trouble,) = harvest.troubles
    assert trouble.source == str(path)
    sentence = f"{trouble.what}; {trouble.do}"
    assert "\n" not in sentence
    assert "Error" not in sentence
    return sentence


# ------------------------------------------------------------- what is no log


def test_a_missing_path(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    assert "does not exist" in refused(tmp_path / "none.csv", log)


def test_a_folder_without_logs(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "notes.txt").write_text("nothing here\n")
    (tmp_path / "empty" / "package.json").write_text('{"name": "x"}')
    assert "no training log lies in" in refused(tmp_path / "empty", log)


def test_binary_junk(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    (tmp_path / "x.bin").write_bytes(bytes(range(256)) * 1000)
    assert "is no training log that is known" in refused(tmp_path / "x.bin", log)


def test_an_empty_file(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    (tmp_path / "x.csv").touch()
    assert "is empty" in refused(tmp_path / "x.csv", log)


@pytest.mark.parametrize("name", ["out/trainer_state.json", "out"])
def test_a_pointer_of_git_lfs(tmp_path: pathlib.Path, log: pathlib.Path, name: str) -> None:
    (tmp_path / "out").mkdir()
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 5\n"
    (tmp_path / "out" / "trainer_state.json").write_text(pointer)
    assert "git lfs pull" in refused(tmp_path / name, log)


def test_a_pipe(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "named pipe" in refused(tmp_path / "pipe", log)


def test_a_loop_of_links(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert "leads back to itself" in refused(tmp_path / "a", log)


def test_a_folder_that_holds_a_link_to_itself(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    (log.parent / "again").symlink_to(log.parent)
    harvest = gather([str(tmp_path)])
    assert len(harvest.runs) == 1
    assert not harvest.troubles


def test_a_file_that_may_not_be_read(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "secret.csv"
    path.write_text(CSV)
    path.chmod(0)
    code = (
        "import os, sys\n"
        "from traindx.verbs.read import gather\n"
        "if os.geteuid() == 0: os.seteuid(65534)\n"  # whoever is root may read everything
        "(trouble,) = gather([sys.argv[1]]).troubles\n"
        "print(trouble.what)\n"
    )
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        folder.chmod(0o755)
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert "may not be read" in done.stdout


@pytest.mark.parametrize("begin", [b"", CSV.encode()])
def test_a_sparse_file_of_ten_gigabytes(tmp_path: pathlib.Path, log: pathlib.Path, begin: bytes) -> None:
    path = tmp_path / "large.csv"
    path.write_bytes(begin)
    os.truncate(path, 10 << 30)
    began = time.monotonic()
    if begin:
        (run,) = gather([str(path)]).runs
        assert len(run.series["train/loss"]) == 10
    else:
        assert "no training log" in refused(path, log)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("deep.json", b"[" * 100_000),
        ("digits.json", b'{"loss": [' + b"9" * 5000 + b"]"),
        ("latin.json", b'{"loss": [1, 2], "name": "caf\xe9'),
        ("zeros.json", bytes(1000)),
        ("half.json", b'{"loss": [1, 2'),
        ("data.csv", b"id,loss,price\n1,2,3\n"),
    ],
)
def test_broken_documents(tmp_path: pathlib.Path, log: pathlib.Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert name in refused(tmp_path / name, log)


def test_bytes_that_are_no_utf8_do_not_hide_the_numbers(tmp_path: pathlib.Path) -> None:
    (tmp_path / "log.csv").write_bytes(b"epoch,loss,note\n1,2,caf\xe9\n2,1,\xff\xfe\n")
    (run,) = read(tmp_path / "log.csv")
    assert run.series["train/loss"].values.tolist() == [2, 1]


def test_a_name_with_control_characters_is_shown_and_not_sent(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    path = tmp_path / "a\x1b[31m\n.csv"
    path.write_text("nothing")
    assert "\x1b" not in refused(path, log)


def test_settings_alone_are_no_run(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    path = tmp_path / "elsewhere" / "config.yaml"
    path.parent.mkdir()
    path.write_text("lr: 0.1\nbatch_size: 8\n")
    assert "no curve" in refused(path, log)


def test_settings_in_a_folder_without_logs_are_passed_over(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "config.yaml").write_text("lr: 0.1\nbatch_size: 8\n")
    assert "no training log lies in" in refused(tmp_path / "conf", log)


# --------------------------------------------------------------- what is one


def test_a_folder_gives_each_run_once(tmp_path: pathlib.Path) -> None:
    for name in ("a", "b", "b/checkpoints"):
        (tmp_path / name).mkdir()
    for name in ("a/log.csv", "b/log.csv"):
        (tmp_path / name).write_text(CSV)
    (tmp_path / "b" / "train.py").write_text("print('loss: 3')\n")
    harvest = gather([str(tmp_path)])
    assert sorted(os.path.relpath(run.source, tmp_path) for run in harvest.runs) == ["a/log.csv", "b/log.csv"]
    assert len({run.id for run in harvest.runs}) == 2


def test_a_file_named_twice_is_read_once(log: pathlib.Path) -> None:
    assert len(gather([str(log), str(log.parent), str(log.parent / "*.csv")]).runs) == 1


def test_a_pattern(tmp_path: pathlib.Path, log: pathlib.Path) -> None:
    assert len(gather([str(tmp_path / "*" / "*.csv")]).runs) == 1
    assert "nothing matches" in refused(str(tmp_path / "*.none"), log)


def test_settings_beside_a_log_that_was_named(log: pathlib.Path) -> None:
    (log.parent / "config.yaml").write_text("learning_rate: 0.1\n")
    (run,) = gather([str(log)]).runs
    assert run.settings["lr"] == 0.1


def test_what_is_read_is_json(log: pathlib.Path) -> None:
    (run,) = gather([str(log)]).runs
    json.dumps([run.id, run.source, run.settings, [fact.value for fact in run.facts]])


def test_objects_of_python() -> None:
    (run,) = traindx.read({"train_loss": [3, 2, 1], "val_loss": [3, 2, 2]})
    assert run.series["val/loss"].values.tolist() == [3, 2, 2]
    for source in ({}, 3, [1, 2]):
        with pytest.raises(Refused, match="holds no curves"):
            traindx.read(source)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    class Input:
        buffer: Any = io.BytesIO(CSV.encode())

    monkeypatch.setattr(sys, "stdin", Input())
    (run,) = gather(["-"]).runs
    assert run.id.startswith("stdin")


def test_every_golden_folder_is_read() -> None:
    for folder in ("lightning", "transformers", "keras"):
        harvest = gather([str(GOLDEN / folder)])
        assert harvest.runs
        assert not harvest.troubles


def test_the_readers_of_plugins_are_asked(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "plugin_of_read" / "readers"
    folder.mkdir(parents=True)
    ours = pathlib.Path(traindx.__file__).parent / "readers" / "csv_table.py"
    theirs = ours.read_text().replace("class CsvTable", "class TheirTable").replace("Match(0.7", "Match(0.99")
    (folder / "their_table.py").write_text(theirs.replace('"csv-table"', '"their-table"'))
    (tmp_path / "log.csv").write_text(CSV)
    monkeypatch.syspath_prepend(tmp_path)
    assert [run.format for run in read(tmp_path / "log.csv")] == ["csv-table"]
    monkeypatch.setenv("TRAINDX_PLUGINS", "plugin_of_read")
    assert [run.format for run in read(tmp_path / "log.csv")] == ["their-table"]
