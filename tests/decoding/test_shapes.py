"""Lines of one shape: what is learnt of them, what is not, and that reading by shapes changes no result."""

from __future__ import annotations

import random
import re

import pytest

from traindx.decoding.shapes import ADVANCE, LIMITS, MOST_KEYS, OFTEN, Shapes, Told, understood
from traindx.decoding.telling import Telling


def told(line: str) -> Told | None:
    """`a=1 b=-2.5`: names and numbers."""
    found = re.findall(r"([a-z]+[0-9]?)=(-?(?:[0-9.]+(?:e[-+][0-9]+)?|nan))", line)
    return (tuple(name for name, _ in found), tuple(float(text) for _, text in found)) if found else None


def numbers(line: str, other: str) -> list[str] | None:
    shape = understood(line, told)
    found = shape.match(other) if shape else None
    return list(found.groups()) if found else None


@pytest.mark.parametrize(("line", "other", "texts"), [
    ("step=1 loss=2.5", "step=123456 loss=0.125", ["123456", "0.125"]),
    ("lr=1.5e-04 x=-2.5", "lr=9.25e-05 x=-0.0", ["9.25e-05", "-0.0"]),
    ("at 10:20 loss=2.5", "at 11:59 loss=3.5", ["3.5"]),
    ("loss=nan x=-nan", "loss=nan x=-nan", ["nan", "-nan"]),
    ("top5=0.5", "top5=0.25", ["0.25"]),
])  # fmt: skip
def test_the_numbers_of_a_line_like_it(line: str, other: str, texts: list[str]) -> None:
    assert numbers(line, other) == texts


@pytest.mark.parametrize(("line", "other"), [
    ("top5=0.5", "top1=0.5"),  # another name
    ("step=1 loss=2.5", "step=1 loss=25"),  # another spelling
    ("step=1 loss=2.5", "step=1 1loss=2.5"),
    ("step=1,234", "step=0,234"),
])  # fmt: skip
def test_a_line_that_is_not_like_it(line: str, other: str) -> None:
    assert numbers(line, other) is None


def test_numbers_that_do_not_stand_in_the_line_are_not_learnt() -> None:
    assert understood("share 1/2", lambda line: ((), (float(line[6]) / max(1.0, float(line[8])),))) is None


def test_what_depends_on_how_many_digits_there_are_keeps_them() -> None:
    def dated(line: str) -> Told | None:
        return (bool(re.match(r"[0-9]{4} ", line)), (float(line.split()[1]),))

    shape = understood("2026 10", dated)
    assert shape is not None
    assert shape.match("1999 12")
    assert not shape.match("19990 12")


def test_a_limit_within_the_length_of_a_line_parts_shapes() -> None:
    shapes = Shapes(lambda line: (len(line) > LIMITS[1], (float(line.split("=")[1]),)))
    short, long = (f"{'x' * size}=1" for size in (LIMITS[1] - 6, LIMITS[1] + 6))
    for _ in range(OFTEN):
        shapes.find(short)
    found = shapes.find(short)
    assert found is not None
    assert found[0].what is False
    assert shapes.find(f"{short}{'0' * 7}") is None
    assert shapes.find(long) is None


def test_a_line_is_learnt_when_its_like_has_come_often() -> None:
    shapes = Shapes(told)
    assert [shapes.find(f"loss={one}.5") is not None for one in range(OFTEN + 1)] == [False] * OFTEN + [True]
    shapes.forget()
    assert shapes.find("loss=1.5") is None


def test_noise_is_forgotten_and_costs_no_more_than_reading_it_twice() -> None:
    asked = 0

    def counted(line: str) -> Told | None:
        nonlocal asked
        asked += 1
        return hash(line), ()  # always another

    shapes, lines = Shapes(counted), 3 * MOST_KEYS
    for one in range(lines):
        shapes.find("ab" * (one % 50) + f"{one} {'c' * (one % 7)}")
        shapes.find(f"{chr(65 + one % 26)}{'x' * (one // 26 % 400)}")
    assert len(shapes._seen) <= MOST_KEYS
    assert asked <= ADVANCE + 3 * lines


LINES = (
    "step {n} | loss: {d} | lr {e}",
    "Epoch {n}, batch {n}/{n}, loss {d} ({d})",
    "{n}%|### | {n}/{n} [00:10<01:10, {d}it/s, loss={d}]",
    "Validation:",
    "Epoch {n}",
    "val loss {d} acc {d}",
    "2026-01-0{n} 10:11:12,{n} - INFO - step {n} loss {d}",
    "[rank{n}]: step {n} loss {d}",
    "tps {n},{n} step {n} loss {d}",
    "acc {n}/{n} ({d}%) step {n}",
    "nothing at all {n}",
    "epoch  train_loss  valid_loss",
    "{n}  {d}  {d}",
    "step {n} loss nan acc -nan",
    "Testing net (#{n})",
    "import os",
    "loss = {d}",
    "Traceback (most recent call last):",
    "ValueError: {n}",
    "Train Epoch: {n} [{n}/60000 ({n}%)]\tLoss: {d}",
    "done, loss {d} at step {n}",
    (
        "{{'step': {n}, 'loss': {d}, 'note': 'x', 'acc': {d}, 'layer{n}': {d}, 'lr': {e}, 'f1': {d}"
        ", 'auc': {d}, 'wer': {d}, 'cer': {d}, 'mse': {d}}}"
    ),
)


def number(sort: str, chance: random.Random) -> str:
    size = chance.choice((1, 1, 2, 3, 4, 6, 9, 10, 17))
    digits = str(chance.randrange(10**size))
    if sort == "n":
        return digits
    return f"{chance.choice(('', '-'))}{chance.randrange(10)}.{digits}" + ("e-0" + digits[:1] if sort == "e" else "")


@pytest.mark.parametrize("seed", range(60))
def test_reading_by_shapes_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    some = chance.sample(LINES, chance.choice((1, 2, 4, 8)))
    plain, fast = Telling(), Telling()
    plain._shapes = Shapes(None)
    for _ in range(chance.choice((60, 300))):
        line = re.sub(r"\{(\w)\}", lambda found: number(found[1], chance), chance.choice(some)).replace("{{", "{")
        assert fast.take(line) == plain.take(line)
    one, other = (telling.rows.gathered() for telling in (fast, plain))
    assert [(run.series, run.unit, run.facts, run.steps_per_epoch) for run in one] == \
           [(run.series, run.unit, run.facts, run.steps_per_epoch) for run in other]  # fmt: skip
    assert (fast.head.told, fast.ending.outcome) == (plain.head.told, plain.ending.outcome)
