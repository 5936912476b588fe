"""How a unit says what it is: declarations that the stages attach to their functions and data."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from traindx.schema.diagnosis import LookAlike
from traindx.schema.finding import Finding
from traindx.schema.run import Run

F = TypeVar("F", bound=Callable[..., Any])

# ---------------------------------------------------------------- detectors


class Need(msgspec.Struct, frozen=True):
    """One thing a detector is given: a series, a setting, a fact, or the whole run."""

    kind: Literal["series", "setting", "fact", "run"]
    names: tuple[str, ...]
    optional: bool = False
    each: bool = False


class Enough(msgspec.Struct, frozen=True):
    """How many points of the first series a detector needs."""

    count: int
    effective: bool


class Watch(msgspec.Struct, frozen=True):
    """What `@detector` says of its function."""

    needs: tuple[Need, ...]
    at_least: Enough
    when: Literal["event", "end"]
    kinds: tuple[str, ...] = ()


def series(*names: str, optional: bool = False, each: bool = False) -> Need:
    """The first series that exists of these names or patterns; with `each`, one call of the function for every one."""
    return Need("series", names, optional, each)


def setting(*names: str, optional: bool = False) -> Need:
    """The first that is known of these hyper-parameters, by their names in `schema.settings`."""
    return Need("setting", names, optional)


def fact(name: str, *, optional: bool = False) -> Need:
    """The last value of a fact."""
    return Need("fact", (name,), optional)


def whole_run() -> Need:
    """The run itself, for a detector that must know what else there is."""
    return Need("run", ())


def points(count: int) -> Enough:
    """So many points, whatever they are."""
    return Enough(count, effective=False)


def effective(count: int) -> Enough:
    """So many independent points: n(1-r)/(1+r) of raw steps; an epoch mean counts one."""
    return Enough(count, effective=True)


def detector(
    *needs: Need, at_least: Enough, when: Literal["event", "end"], kinds: tuple[str, ...] = ()
) -> Callable[[F], F]:
    """Declares what a detector must be given, so that its body never checks for absence."""
    return _attach(Watch(needs, at_least, when, kinds))


def _attach(declaration: Any) -> Callable[[F], F]:
    def attach(function: F) -> F:
        function.declaration = declaration  # type: ignore[attr-defined]
        return function

    return attach


# ------------------------------------------------------------------- causes

# Weights of evidence in words that a reviewer can weigh: odds of 100, 10, 3 and 3/2 to one.
WEIGHTS = {
    "decisive": math.log(100.0),
    "strong": math.log(10.0),
    "fair": math.log(3.0),
    "slight": math.log(1.5),
}
Word = Literal["decisive", "strong", "fair", "slight"]


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """Why a run does not train as it should. Findings are named by id, or by `id:kind`."""

    title: str
    category: str
    symptom: str
    harm: Literal["fault", "choice", "display", "none"] = "fault"
    speaks_for: dict[str, Word]
    speaks_against: dict[str, Word] = {}
    look_alikes: tuple[LookAlike, ...] = ()
    never_apart: str | None = None  # the class of causes that no log can tell apart
    fixes: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    verify: str
    reference: str | None = None


# -------------------------------------------------------------------- fixes


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a fix proposes for this run."""

    title: str
    example: str
    from_: Any = None
    to: Any = None


class Remedy(msgspec.Struct, frozen=True):
    """What `@fix` says of its function, which turns a run into a `Change`, or None where it does not apply."""

    area: str
    safety: Literal["safe", "changes-results", "advice"]
    judged_by: Literal["val-metric", "reference-loss", "symptom", "throughput"]


def fix(
    *,
    area: str,
    judged_by: Literal["val-metric", "reference-loss", "symptom", "throughput"],
    safety: Literal["safe", "changes-results", "advice"] = "advice",
) -> Callable[[F], F]:
    """Declares a fix."""
    return _attach(Remedy(area, safety, judged_by))


# ------------------------------------------------------------------ readers


class Head(msgspec.Struct, frozen=True):
    """The beginning of something that may be a log, and where it lies."""

    path: str  # as the user wrote it; "-" for standard input
    data: bytes
    whole: bool  # `data` is all of it

    @property
    def name(self) -> str:
        return self.path.replace("\\", "/").rsplit("/", 1)[-1]

    @property
    def folder(self) -> str:
        """The folder it lies in: "." where the path names none."""
        folder, slash, _ = self.path.replace("\\", "/").rpartition("/")
        return folder or ("/" if slash else ".")

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


class Match(msgspec.Struct, frozen=True):
    """How well a reader knows what it sees, from 0 (not mine) to 1 (nobody else's), and why."""

    score: float
    reason: str


class Fold(Protocol):
    """A reader at work: pieces as they come, and at any time the runs that they make so far."""

    def feed(self, piece: bytes) -> None: ...
    def runs(self) -> list[Run]: ...


class Reading(msgspec.Struct, frozen=True):
    """What `@reader` says of its class."""

    appended: bool  # grows by appending; else the whole document is read anew when it changed
    accepts: Callable[..., Match]
    takes: Literal["bytes", "object"] = "bytes"


R = TypeVar("R", bound=Callable[..., Fold])


def reader(
    *, accepts: Callable[..., Match], appended: bool, takes: Literal["bytes", "object"] = "bytes"
) -> Callable[[R], R]:
    """Declares a reader: a class that is made from a `Head` and is a `Fold`; or from an object, which it then holds."""
    return _attach(Reading(appended, accepts, takes))


Findings = Iterator[Finding]
