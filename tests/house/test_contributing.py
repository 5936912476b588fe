"""What CONTRIBUTING tells a newcomer works as it stands: two files for a reader, two for a detector, no shared line."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
READER, DETECTOR = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.S)


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> pathlib.Path:
    copy = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    (copy / "src/traindx/readers/acme.py").write_text(READER)
    (copy / "src/traindx/detectors/loss/alternating_loss.py").write_text(DETECTOR)
    values = [2.0 if n % 2 else 1.0 for n in range(60)]
    (copy / "acme.log").write_text("".join(f"#{100 * n} loss~{value}\n" for n, value in enumerate(values)))
    return copy


def python(house: pathlib.Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": str(house / "src"), "PATH": str(pathlib.Path(sys.executable).parent)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True, check=False)


def test_both_are_found_and_used(house) -> None:
    code = "from traindx.doors.cli import main; main()"
    done = python(house, "-c", code, "diagnose", "acme.log", "--format", "json")
    run = json.loads(done.stdout)["runs"][0]
    assert run["run"]["format"] == "acme"
    assert run["run"]["steps"] == [0, 5900]
    assert "alternating-loss" in [finding["id"] for finding in run["findings"]]
    assert "acme" in python(house, "-c", code, "explain", "--list", "formats").stdout


def test_both_pass_the_locks(house) -> None:
    files = ["src/traindx/readers/acme.py", "src/traindx/detectors/loss/alternating_loss.py"]
    tools = (
        ["ruff", "check", "--no-cache", *files],
        ["mypy", "--cache-dir", "cache", *files],
        ["lint-imports", "--no-cache"],
    )
    for name, *arguments in tools:
        environment = {"PYTHONPATH": str(house / "src"), "PATH": "/usr/bin:/bin"}
        command = [str(pathlib.Path(sys.executable).with_name(name)), *arguments]
        done = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
