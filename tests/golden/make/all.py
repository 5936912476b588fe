"""Makes the golden files anew with the real writers: `python tests/golden/make/all.py [NAME ...]`.

Every making script names what it needs at its head. For each one a throw-away virtual environment is made, filled and
deleted again; `--python PATH` uses an existing environment instead. What pip needs to find the processor-only torch is
given with `--pip-argument`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
NOT_MAKERS = {"all", "recording"}
METADATA = re.compile(r"(?m)^# /// script\n((?:# .*\n)+?)# ///$")


def dependencies(script: Path) -> list[str]:
    """What the script says it needs (inline script metadata)."""
    found = METADATA.search(script.read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit(f"{script.name} has no '# /// script' head: add one that names its dependencies")
    lines = [line[2:] for line in found.group(1).splitlines()]
    return list(tomllib.loads("\n".join(lines))["dependencies"])


def environment(folder: Path, needed: list[str], pip_arguments: list[str]) -> Path:
    """A new virtual environment that holds what is needed; torch goes in first and alone."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    torch_first = sorted(needed, key=lambda name: not name.startswith("torch=="))
    batches = [torch_first[:1], torch_first[1:]] if needed and torch_first[0].startswith("torch==") else [torch_first]
    for batch in filter(None, batches):
        subprocess.run([python, "-m", "pip", "install", "--quiet", *pip_arguments, *batch], check=True)
    return python


def main() -> None:
    """Run the making scripts one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="making scripts, without .py; all when left out")
    parser.add_argument("--python", type=Path, help="use this interpreter instead of throw-away environments")
    parser.add_argument("--pip-argument", action="append", default=[], help="handed on to pip install")
    given = parser.parse_args()
    scripts = sorted(path for path in HERE.glob("*.py") if path.stem not in NOT_MAKERS)
    for script in scripts:
        if given.names and script.stem not in given.names:
            continue
        print(f"{script.stem} ...", flush=True)
        if given.python:
            subprocess.run([given.python, script], check=True)
            continue
        with tempfile.TemporaryDirectory(prefix="golden-") as folder:
            python = environment(Path(folder) / "venv", dependencies(script), given.pip_argument)
            subprocess.run([python, script], check=True)


if __name__ == "__main__":
    main()
