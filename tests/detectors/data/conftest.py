"""Looks at data, each measured once."""

import functools

import pytest

from traindx.schema import Run
from traindx.testing import HEALTHY, sick_data
from traindx.testing.bench import bench, modules

NAMES = [name for name, curve in HEALTHY.items() if curve.__module__ == sick_data.__name__]
COLUMNS = {"mean": 0.0, "std": 1.0, "min": -2.0, "max": 2.0, "size": 1.0, "missing": 0, "infinite": 0, "distinct": 500,
           "whole": False}  # fmt: skip


@functools.cache
def seen(name: str, seed: int) -> Run:
    return HEALTHY[name](seed)


@pytest.fixture(params=NAMES)
def odd(request) -> Run:
    """A look at odd data that nothing is wrong with."""
    return seen(request.param, 0)


@pytest.fixture
def told():
    """A look at five usual columns, but for what is said; `columns` says it of the third one."""

    def look(*, columns: dict | None = None, model: tuple = ("relu", None), facts: dict | None = None, **data) -> Run:
        table = {word: [value] * 5 for word, value in COLUMNS.items()} | {"name": list("abcde")}
        for word, value in (columns or {}).items():
            table[word][2] = value
        fact = {"rows": 500, "looked": 500, "kind": "columns", "dtype": "float64", "named": [], "columns": table}
        chain = {"modules": modules(*model)} if model else {}
        return bench(data={**fact, **data}, **chain, **(facts or {}))

    return look
