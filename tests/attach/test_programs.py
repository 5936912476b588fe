"""The training programs that watching is judged on, and the table of what there is to recognise in them."""

import ast
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
PROGRAMS = HERE / "programs"
TABLE = json.loads((HERE / "truth.json").read_text())
FILES = sorted(path for path in PROGRAMS.rglob("*") if path.suffix in (".py", ".sh"))
# Parts of a program that is started by another file.
PARTS = {
    "own_modules/capture.py",
    "own_modules/loop.py",
    "own_modules/measures.py",
    "own_modules/probes.py",
    "own_sitecustomize/sitecustomize.py",
    "shop_forecast/__init__.py",
    "shop_forecast/network.py",
    "shop_forecast/training.py",
    "started_by_shell.py",
}
QUICK = sorted(
    (name for name, row in TABLE.items() if row["requires"] in ([], ["torch"], ["numpy"]) and row["ranks"] == 1),
    key=lambda name: hashlib.sha256(name.encode()).digest(),
)
SLICE = QUICK[:4]
LONGEST = 72


def filled(text: str) -> str:
    return text.replace("{python}", sys.executable).replace("{null}", os.devnull)


def last(row: dict, text: str, word: str) -> float | None:
    """What the program said last of a group of its pattern."""
    found = re.finditer(row["says"], text, re.MULTILINE) if row["says"] else []
    told = [match[word] for match in found if match.groupdict().get(word) is not None]
    return float(told[-1]) if told else None


def test_every_program_is_in_the_table_and_every_row_has_its_program() -> None:
    there = {str(path.relative_to(PROGRAMS)) for path in FILES} - PARTS
    assert {row["file"] for row in TABLE.values()} == there
    assert all((PROGRAMS / part).exists() for part in PARTS)
    assert len(TABLE) >= 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PROGRAMS)))
def test_program(path: pathlib.Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST
    assert "traindx" not in text, "a program knows nothing of who watches it"
    if path.suffix == ".py":
        tree = ast.parse(text, feature_version=(3, 11))
        compile(text, str(path), "exec")
        assert ast.get_docstring(tree) or text.startswith("# %%")


@pytest.mark.parametrize(("name", "row"), TABLE.items(), ids=list(TABLE))
def test_row(name: str, row: dict) -> None:
    head = (PROGRAMS / row["file"]).read_text()
    for module in {*row["requires"]} - {"torch", "numpy", "tensorflow"} if row["file"].startswith("with_") else ():
        said = re.search(r"^Requires: (.+)$", head, re.MULTILINE)
        assert module == "jax" or (said and module in said[1]), "a program names what it needs at its head"
    assert row["attaches"] != ("why" in row)
    assert not row["attaches"] or row["trainings"]
    for training in row["trainings"]:
        assert training["parameters"] >= training["trainable"] > 0
        assert training["losses"], "the last loss of a training is known"
        assert training["validates"] or training["validation"] is None
        assert training["batch_size"] > 0
        for optimizer in training["optimizers"]:
            assert optimizer["steps"] > 0
            assert len(optimizer["lr"]) == 2
        assert training["optimizers"] or training["steps"] > 0


@pytest.mark.parametrize("name", SLICE)
def test_a_slice_runs_as_the_table_says(name: str) -> None:
    row = TABLE[name]
    for module in row["requires"]:
        assert importlib.util.find_spec(module), f"{module} is part of the group of frameworks"
    done = subprocess.run(
        [filled(word) for word in row["command"]],
        cwd=PROGRAMS,
        env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        | {key: filled(value) for key, value in row["environment"].items()},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    code = done.returncode if done.returncode >= 0 else 128 - done.returncode
    assert code == row["exit"], done.stderr
    if row["says"]:
        truth = row["trainings"][-1]
        told = last(row, done.stdout + done.stderr, "loss") or last(row, done.stdout + done.stderr, "loss_1")
        # Other processors round otherwise, and a training carries that on.
        assert told == pytest.approx(float(truth["losses"][0]), rel=0.1, abs=2e-3, nan_ok=True)
        if truth["validation"] is not None:
            assert last(row, done.stdout + done.stderr, "validation") == pytest.approx(truth["validation"], rel=0.1)
