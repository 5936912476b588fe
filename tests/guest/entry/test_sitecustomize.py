"""The way in, in real processes without a framework: it must not be felt."""

import pathlib
import subprocess
import sys

ENTRY = pathlib.Path(__file__).parents[3] / "src" / "traindx" / "guest" / "entry"


def started(code: str, folder: pathlib.Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": str(ENTRY), "TRAINDX_RUN": str(folder), **more}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)


def test_it_leaves_the_path_and_says_hello(tmp_path: pathlib.Path) -> None:
    done = started(f"import sys; print({str(ENTRY)!r} in sys.path, '_traindx_guest' in sys.modules)", tmp_path)
    assert (done.stdout, done.stderr) == ("False False\n", "")
    assert (tmp_path / "hello.lock").read_text().split()[1:] == ["python"]


def test_a_folder_that_is_gone_is_no_trouble(tmp_path: pathlib.Path) -> None:
    done = started("print('ran')", tmp_path / "gone")
    assert (done.returncode, done.stdout, done.stderr) == (0, "ran\n", "")


def test_a_fault_of_the_users_own_file_is_theirs(tmp_path: pathlib.Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("raise RuntimeError('mine')\n")
    path = f"{ENTRY}:{tmp_path}"
    with_us = started("print('ran')", tmp_path, PYTHONPATH=path)
    without = started("print('ran')", tmp_path, PYTHONPATH=str(tmp_path))
    assert with_us.stdout == without.stdout == "ran\n"
    assert with_us.stderr == without.stderr != ""


def test_other_imports_are_not_touched(tmp_path: pathlib.Path) -> None:
    done = started("import json, importlib.util; print(json.__loader__.exec_module.__qualname__)", tmp_path)
    assert done.stdout.startswith("_LoaderBasics.exec_module")
