"""Scores `traindx diagnose` on real logs that others labelled: python benchmarks/corpus.py [-v]

The labelled logs are not part of this repository. TRAINDX_CORPUS names their folder; without it, ../shared/corpus is
looked for beside the repository. The `score.py` that lies there does the scoring. It is run for both halves, so that
what was tuned on one can be judged on the other, and for all. Where it is not there, this says so and is content.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PARTS = {"half a": ["--half", "a"], "half b": ["--half", "b"], "all": []}


def main() -> int:
    folder = pathlib.Path(os.environ.get("TRAINDX_CORPUS") or ROOT / "../shared/corpus")
    score = folder / "score.py"
    if not score.exists():
        print(f"There are no labelled logs in {os.path.relpath(folder)}; TRAINDX_CORPUS names another folder.")
        return 0
    # The `traindx` of the Python that runs this is the one that is scored.
    first = str(pathlib.Path(sys.executable).parent)
    path = os.pathsep.join((first, os.environ.get("PATH", "")))
    environment = {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    worst = 0
    for part, options in PARTS.items():
        verbose = ["-v"] if "-v" in sys.argv and part == "all" else []
        command = [sys.executable, str(score), str(folder), *options, *verbose]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        print(f"== {part}: {'meets' if done.returncode == 0 else 'does not meet'} what the scoring asks for")
        print(*(lines if part == "all" else lines[-1:]), sep="\n")
        if not lines:
            print(done.stderr[-2000:], file=sys.stderr)
        worst = max(worst, done.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
