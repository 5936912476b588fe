"""Asking a reader about a text: `match`, `read` and `curve`; `samples` are the lines that a mirrored test holds of it.

`match` and `read` ask the reader that the test file is named after. A test that asks several takes `asked`.
"""

from __future__ import annotations

import functools
import itertools
import pathlib
import runpy

import pytest

from traindx.registry import units
from traindx.schema import Head, Match, Run


class Asked:
    """A reader, asked about a text as about a whole file called log.txt."""

    def __init__(self, name: str) -> None:
        self.reader = units("readers")[name.replace("_", "-")]

    def match(self, data: bytes | str) -> Match:
        return self.reader.declaration.accepts(self._head(data))

    def read(self, data: bytes | str, *cuts: int) -> list[Run]:
        head = self._head(data)
        fold = self.reader.subject(head)
        for first, last in itertools.pairwise((0, *sorted(cuts), len(head.data))):
            fold.feed(head.data[first:last])
        return fold.runs()

    @staticmethod
    def _head(data: bytes | str) -> Head:
        return Head("log.txt", data.encode() if isinstance(data, str) else data, True)


@pytest.fixture(scope="session")
def asked():
    """Makes of the name of a reader what can be asked."""
    return Asked


@pytest.fixture(scope="session")
def samples():
    """What a mirrored test holds at its top, by its reader: its TEXT, its PIECES and how many lines are only SHOWN."""
    # Run by its path: test files do not import each other.
    return functools.cache(lambda name: runpy.run_path(str(pathlib.Path(__file__).with_name(f"test_{name}.py"))))


@pytest.fixture
def match(request):
    """What the reader says of a text that it is offered."""
    return Asked(request.path.stem.removeprefix("test_")).match


@pytest.fixture
def read(request):
    """The runs that the reader finds in a text, which may come in pieces."""
    return Asked(request.path.stem.removeprefix("test_")).read


@pytest.fixture(scope="session")
def curve():
    """The points of a series, each with its step."""

    def points(run: Run, key: str) -> list[tuple[int, float]]:
        return list(zip(run.series[key].steps.tolist(), run.series[key].values.tolist(), strict=True))

    return points
