"""Rows of a table that equal others, in the same table or in another."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
DIGITS = 4  # that a rounded row keeps: what was saved as text or halved in precision still equals itself


class Equal(NamedTuple):
    """How many rows repeat an earlier one, how many stand beside an equal row of another label, and where."""

    copies: int
    conflicting: int
    largest: int  # rows in the largest group of equal ones
    pairs: list[tuple[int, int]]


def equal_rows(table: Floats, labels: Integers | None = None, *, shown: int = 10) -> Equal:
    """Rows that are the same in every bit; zero equals minus zero, and a missing value equals a missing value."""
    groups = _groups(table)
    order = np.argsort(groups, kind="stable")
    first = np.r_[True, groups[order][1:] != groups[order][:-1]] if len(order) else np.zeros(0, bool)
    leader = order[np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))] if len(order) else order
    pairs = [(int(one), int(other)) for one, other in zip(leader[~first], order[~first], strict=True)]
    conflicting = 0 if labels is None else _conflicting(groups, labels)
    largest = int(np.bincount(groups).max()) if len(groups) else 0
    return Equal(int((~first).sum()), conflicting, largest, sorted(pairs)[:shown])


def shared_rows(table: Floats, other: Floats, *, rounded: bool = False) -> Integers:
    """The rows of `other` that stand in `table` too; `rounded`, those that do so to four digits of each column."""
    if not len(table) or not len(other) or table.shape[1] != other.shape[1]:
        return np.zeros(0, dtype=np.int64)
    both = np.concatenate([table, other])
    if rounded:
        size = np.nanmax(np.where(np.isfinite(both), np.abs(both), np.nan), axis=0, initial=0.0)
        both = np.round(both / np.where(size > 0, size, 1.0), DIGITS)
    groups = _groups(both)
    return np.flatnonzero(np.isin(groups[len(table) :], groups[: len(table)]))


def _groups(table: Floats) -> Integers:
    """A number for each row, the same for rows that equal each other."""
    if not table.size:
        return np.zeros(len(table), dtype=np.int64)
    plain = np.ascontiguousarray(np.where(np.isnan(table), np.nan, table) + 0.0)
    packed = plain.view(np.dtype((np.void, plain.dtype.itemsize * plain.shape[1]))).ravel()
    _, groups = np.unique(packed, return_inverse=True)
    return np.asarray(groups.ravel(), dtype=np.int64)


def _conflicting(groups: Integers, labels: Integers) -> int:
    """Rows of those groups in which not all labels are the same."""
    _, codes = np.unique(labels, return_inverse=True)
    low = np.full(groups.max(initial=-1) + 1, np.iinfo(np.int64).max)
    high = np.full(len(low), -1)
    np.minimum.at(low, groups, codes.ravel())
    np.maximum.at(high, groups, codes.ravel())
    return int((low != high)[groups].sum())
