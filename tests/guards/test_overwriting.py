"""Logs that an answer would be written over."""

from __future__ import annotations

import os
import pathlib

import pytest

from traindx.guards.overwriting import never_over
from traindx.guards.refusal import Refused


def test_a_log_is_not_written_over_whatever_it_is_called(tmp_path: pathlib.Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("step,loss\n")
    os.link(log, tmp_path / "hard.csv")
    (tmp_path / "soft.csv").symlink_to(log)
    for name in ("log.csv", "./log.csv", "hard.csv", "soft.csv"):
        with pytest.raises(Refused, match="is the log itself; name another file"):
            never_over(f"{tmp_path}/{name}", ["s3://bucket/log", "-", "", "\0", str(log)])


def test_other_files_and_folders_are_written(tmp_path: pathlib.Path) -> None:
    (tmp_path / "log.csv").write_text("step,loss\n")
    (tmp_path / "old.json").write_text("{}")
    for name in ("old.json", "new.json", "", "none/new.json"):
        never_over(str(tmp_path / name), [str(tmp_path), str(tmp_path / "log.csv")])
