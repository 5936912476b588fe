"""The golden files are what they say: each has its facts, is small, and says nothing of the machine that made it."""

import json
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("*/made_by.json"))
# A wandb record that crosses a block of its file needs more than 32 KiB.
LIMIT = 40_000


def test_there_are_golden_files_of_every_writer() -> None:
    names = {folder.name for folder in FOLDERS}
    assert names >= {"transformers", "lightning", "keras", "tensorboard", "wandb", "plain_text", "hand_written"}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_facts_speak_of_files_that_are_there(folder: Path) -> None:
    made_by = json.loads((folder / "made_by.json").read_text(encoding="utf-8"))
    facts = json.loads((folder / "facts.json").read_text(encoding="utf-8"))["files"]
    assert made_by["writer"]
    assert made_by["version"]
    assert (HERE.parent.parent / made_by["script"]).is_file()
    assert facts
    for name, known in facts.items():
        assert (folder / name).exists(), f"{name} is not there: run {made_by['script']} again"
        assert known.get("series") or known.get("settings") or known.get("ranks"), f"nothing is known of {name}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_files_are_small_and_name_no_machine(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert len(content) <= LIMIT, path
            assert not re.search(rb"/(?:home|root|tmp|work|Users)/", content), path
