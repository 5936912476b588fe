"""Diagnoses the three runs beside this file and says where the reports and pictures lie."""

from __future__ import annotations

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
OUTPUT = pathlib.Path("demo-output")
RUNS = ("problem", "healthy", "unclear")


def main() -> None:
    traindx = [sys.executable, "-c", "from traindx.doors.cli import main; main()"]
    for name in RUNS:
        path = (HERE / name).resolve()
        shown = path.relative_to(pathlib.Path.cwd()) if path.is_relative_to(pathlib.Path.cwd()) else path
        folder = OUTPUT / name
        print(f"$ traindx diagnose {shown} -o {folder}\n", flush=True)
        done = subprocess.run([*traindx, "diagnose", str(shown), "-o", str(folder), "--fail-on", "never"], check=False)
        if done.returncode:
            sys.exit(done.returncode)
        print(flush=True)
    print(f"Reports and pictures: {', '.join(str(OUTPUT / name) for name in RUNS)}")


if __name__ == "__main__":
    main()
