"""Looks around in a folder: which logs lie here, and how old the newest is."""

from __future__ import annotations

import os
import time

# What the folders and files of well-known writers are called. Nothing is opened: this must answer at once.
FOLDERS = ("lightning_logs", "runs", "wandb", "tb_logs", "logs", "outputs", "results", "checkpoints")
FILES = ("trainer_state.json", "metrics.csv", "history.json", "training.log", "log.txt", "results.csv", "metrics.jsonl",
         "train.log", "train.csv", "log.csv")  # fmt: skip
LOGS = ("events.out.tfevents", "metrics.csv", "trainer_state.json", ".wandb", "results.csv", ".jsonl")
DEPTH = 3
# A log that is written once an epoch may be silent for minutes; one that was silent for longer seldom grows again.
QUIET = 600.0  # seconds
ENTRIES = 2_000


def around(folder: str) -> str:
    """A line for each place with runs in it, and the command that diagnoses it; empty where nothing lies around."""
    text = ""
    for written, what, name in _places(folder):
        age = time.time() - written
        growing = not text and age < QUIET
        said = f"{_ago(age)}, still growing" if growing else _ago(age)
        text += f"{what}, newest {said}: traindx diagnose {'--follow' if growing else name}\n"
    return text


def newest(folder: str) -> str | None:
    """The file or folder in which a log was written last."""
    return next((os.path.join(folder, name) if folder != "." else name for _, _, name in _places(folder)), None)


def _places(folder: str) -> list[tuple[float, str, str]]:
    """When each place with runs was written to, what it is and what it is called, the newest first."""
    places: list[tuple[float, str, str]] = []
    for name in FILES:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            places.append((os.path.getmtime(path), f"a log, {name}", name))
    for name in FOLDERS:
        if os.path.isdir(os.path.join(folder, name)):
            count, written = _logs(os.path.join(folder, name))
            if count:
                places.append((written, f"{count} run{'s' if count > 1 else ''} in ./{name}", name))
    return sorted(places, reverse=True)


def _logs(top: str) -> tuple[int, float]:
    """How many folders or files hold a log, and when the last was written."""
    places: set[str] = set()
    newest = 0.0
    waiting, left = [(top, 0)], ENTRIES
    while waiting and left > 0:
        here, depth = waiting.pop()
        try:
            with os.scandir(here) as listing:
                for entry in listing:
                    left -= 1
                    if entry.is_dir(follow_symlinks=False) and depth < DEPTH:
                        waiting.append((entry.path, depth + 1))
                    elif any(mark in entry.name for mark in LOGS):
                        places.add(entry.path if entry.name.endswith(".jsonl") else here)
                        newest = max(newest, entry.stat(follow_symlinks=False).st_mtime)
        except OSError:
            continue
    return len(places), newest


def _ago(seconds: float) -> str:
    for size, word in ((86400.0, "day"), (3600.0, "hour"), (60.0, "min")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'s' if count > 1 and word != 'min' else ''} ago"
    return "just now"
