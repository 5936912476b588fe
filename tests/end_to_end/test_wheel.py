"""The built wheel, in bare environments, answers as the checkout does, and leaves nothing behind."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
LOG = ROOT / "examples" / "problem" / "metrics.csv"
VERSIONS = ("3.11", "3.13")


def interpreter(version: str) -> str | None:
    """A Python of this version: on the PATH, or below a pyenv."""
    candidates = [shutil.which(f"python{version}")]
    pyenv = pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv")) / "versions"
    if os.access(pyenv, os.R_OK | os.X_OK):
        candidates += [str(path) for path in sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True)]
    for path in filter(None, candidates):
        probe = [path, "-c", f"import sys, venv; sys.exit('%d.%d' % sys.version_info[:2] != '{version}')"]
        if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
            return path
    return None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def answers(*command: str, cwd: pathlib.Path) -> tuple[object, str, str]:
    """What a traindx says of the example, the page with its script and style sheet, and what it can explain."""
    environment = {**os.environ, "TRAINDX_FAIL_ON": "never", "COLUMNS": "80"}
    run = {"cwd": cwd, "capture_output": True, "text": True, "env": environment}
    diagnosis = subprocess.run([*command, "diagnose", str(LOG), "--format", "json"], **run, check=True)
    page = subprocess.run([*command, "diagnose", str(LOG), "--format", "html"], **run, check=True)
    listing = subprocess.run([*command, "explain", "--list"], **run, check=True)
    return json.loads(diagnosis.stdout), page.stdout, listing.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> tuple[object, str, str]:
    code = "from traindx.doors.cli import main; main()"
    return answers(sys.executable, "-c", code, cwd=tmp_path_factory.mktemp("checkout"))


@pytest.mark.parametrize("version", VERSIONS)
def test_pip(wheel, checkout, version, tmp_path, missing) -> None:
    python = interpreter(version) or missing(f"Python {version}, for the test of the wheel")
    home = tmp_path / "env"
    subprocess.run([python, "-m", "venv", str(home)], check=True)
    pip = [str(home / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-q"]
    before = {path.relative_to(home) for path in home.rglob("*")}
    subprocess.run([*pip, "install", "-c", str(ROOT / "constraints.txt"), str(wheel)], check=True)
    assert answers(str(home / "bin" / "traindx"), cwd=tmp_path) == checkout
    subprocess.run([*pip, "uninstall", "-y", "traindx"], check=True)
    after = {path.relative_to(home) for path in home.rglob("*")}
    assert not [path for path in after - before if "traindx" in str(path).lower()]


@pytest.mark.parametrize("version", VERSIONS)
def test_pipx(wheel, checkout, version, tmp_path, missing) -> None:
    python = interpreter(version) or missing(f"Python {version}, for the test of the wheel")
    environment = {**os.environ, "PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin"),
                   "PIPX_MAN_DIR": str(tmp_path / "man"), "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}  # fmt: skip
    pipx = [sys.executable, "-m", "pipx"]
    subprocess.run([*pipx, "install", "--python", python, str(wheel)], check=True, env=environment, capture_output=True)
    assert answers(str(tmp_path / "bin" / "traindx"), cwd=tmp_path) == checkout
    subprocess.run([*pipx, "uninstall", "traindx"], check=True, env=environment, capture_output=True)
    assert not list((tmp_path / "bin").iterdir())


@pytest.mark.parametrize("version", VERSIONS)
def test_uvx(wheel, checkout, version, tmp_path, missing) -> None:
    python = interpreter(version) or missing(f"Python {version}, for the test of the wheel")
    uvx = [str(pathlib.Path(sys.executable).with_name("uvx")), "--quiet", "--python", python]
    uvx += ["--cache-dir", str(tmp_path / "cache"), "--constraints", str(ROOT / "constraints.txt")]
    uvx += ["--from", str(wheel), "traindx"]
    assert answers(*uvx, cwd=tmp_path) == checkout
