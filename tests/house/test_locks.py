"""Each lock is broken once in a copy of the source, to show that it bites."""

import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
TOOLS = pathlib.Path(sys.executable).parent


@pytest.fixture
def copy(tmp_path: pathlib.Path) -> pathlib.Path:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def append(path: pathlib.Path, line: str) -> None:
    """Puts a line behind the docstring and the imports from the future."""
    text = path.read_text()
    at = text.index("\n", text.rindex("from __future__")) + 1 if "from __future__" in text else len(text)
    path.write_text(f"{text[:at]}\n{line}\n{text[at:]}")


def run(folder: pathlib.Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": str(folder / "src"), "PATH": f"{TOOLS}:/usr/bin:/bin", "HOME": str(folder)}
    return subprocess.run(
        [str(TOOLS / command[0]), *command[1:]],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("ranking/verdict.py", "from traindx.reports import text", "Floors"),
        ("schema/run.py", "from traindx.guards import numbers", "Floors"),
        ("doors/cli/commands.py", "from traindx.registry import units", "Doors ask verbs"),
        ("detectors/loss/flat_loss.py", "from traindx.detectors.loss import nan_loss", "A detector does not lean"),
        ("readers/csv_table.py", "from traindx.readers import json_lines", "A reader does not lean"),
        ("verbs/read.py", "import torch", "No framework"),
    ],
)
def test_import_contracts_bite(copy: pathlib.Path, file: str, line: str, contract: str) -> None:
    append(copy / "src" / "traindx" / file, line)
    done = run(copy, "lint-imports", "--no-cache")
    assert done.returncode == 1
    broken = " ".join(text for text in done.stdout.split("\n\n") if "BROKEN" in text)
    assert contract in broken


def test_the_floors_are_exhaustive(copy: pathlib.Path) -> None:
    (copy / "src" / "traindx" / "shelf.py").write_text('"""On no floor."""\n')
    done = run(copy, "lint-imports", "--no-cache")
    assert done.returncode == 1
    assert "shelf" in done.stdout


def test_lint_bans_heavy_imports_at_module_level(copy: pathlib.Path) -> None:
    append(copy / "src" / "traindx" / "verbs" / "around.py", "import matplotlib")
    done = run(copy, "ruff", "check", "--no-cache", "--select", "TID253", "src")
    assert done.returncode == 1
    assert "matplotlib" in done.stdout


def test_types_are_strict(copy: pathlib.Path) -> None:
    append(copy / "src" / "traindx" / "verbs" / "around.py", "def untyped(x):\n    return x\n")
    done = run(copy, "mypy", "--cache-dir", str(copy / "cache"), "src/traindx/verbs/around.py")
    assert done.returncode == 1
    assert "untyped" in done.stdout or "no-untyped-def" in done.stdout
