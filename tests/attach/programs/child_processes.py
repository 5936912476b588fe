"""Starts the same training twice as child processes and compares what they print."""

import pathlib
import subprocess
import sys

script = pathlib.Path(__file__).with_name("started_by_shell.py")
for lr in ("0.1", "0.01"):
    done = subprocess.run([sys.executable, str(script), "--lr", lr], capture_output=True, text=True, check=True)
    print(f"lr {lr}: {done.stderr.splitlines()[-1]}")
