from __future__ import annotations

import pytest

from traindx.guards.refusal import Refused
from traindx.readers.settings_file import SettingsFile, accepts
from traindx.schema import Head, Run

YAML = b"""optimizer:
  name: AdamW
  betas: [0.9, 0.98]
learning_rate: 1e-3
model: resnet
wandb_api_key: 0123456789abcdef0123
"""


def read(data: bytes, path: str) -> Run:
    fold = SettingsFile(Head(path, data, True))
    fold.feed(data)
    (run,) = fold.runs()
    return run


def score(data: bytes, path: str) -> float:
    return accepts(Head(path, data, True)).score


def test_words_become_ours_and_secrets_are_taken_out() -> None:
    run = read(YAML, "runs/a/hparams.yaml")
    assert run.id == "runs/a"
    assert not run.series
    assert run.settings["optimizer"] == "AdamW"
    assert run.settings["lr"] == 1e-3
    assert run.settings["beta2"] == 0.98
    assert "0123456789abcdef" not in str(run.settings)


@pytest.mark.parametrize(
    ("path", "id"),
    [("a/.hydra/config.yaml", "a"), ("a/files/config.yaml", "a"), ("config.json", "."), ("/config.json", "/")],
)
def test_settings_belong_to_the_folder_of_the_run(path: str, id: str) -> None:
    data = b'{"lr": 0.1, "batch_size": 8}'
    assert score(data, path) > 0
    assert read(data, path).id == id


def test_values_of_wandb() -> None:
    run = read(b"lr:\n    desc: null\n    value: 0.1\nepochs:\n    desc: null\n    value: 3\n", "files/config.yaml")
    assert (run.settings["lr"], run.settings["epochs"]) == (0.1, 3)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (b'{"name": "x", "version": "1", "scripts": {"build": "tsc"}, "dependencies": {"react": "1"}}', "package.json"),
        (b'{"compilerOptions": {"target": "es5", "strict": true}}', "tsconfig.json"),
        (b"services:\n  web:\n    image: nginx\n", "docker-compose.yml"),
        (b"on: push\njobs:\n  test:\n    runs-on: ubuntu\n", "ci.yaml"),
        (b"lr: 0.1\nbatch_size: 8\n", "notes.txt"),
        (b"[1, 2]", "config.json"),
        (b"{", "config.json"),
        (b"a: 'b", "config.yaml"),
    ],
)
def test_other_files_are_left_alone(data: bytes, path: str) -> None:
    assert score(data, path) == 0


def test_two_known_keys_are_enough_under_any_name() -> None:
    assert score(b"lr: 0.1\nbatch_size: 8\n", "mine.yaml") > 0
    assert score(b"lr: 0.1\nother: 8\n", "mine.yaml") == 0


def test_a_broken_file_is_refused() -> None:
    fold = SettingsFile(Head("config.json", b"{", True))
    fold.feed(b"{")
    with pytest.raises(Refused):
        fold.runs()
