"""The tags of one log of scalars, each with steps and wall times of its own, on one axis and under our names.

The reader says of each tag what it told (`Told`): the word for the quantity, its split, what its steps count. Of
several tags with one meaning the one with most points has our name, then the shortest; the others keep their own. A
single term of a loss is the loss. Where some tags count epochs and the training counts steps, the former stand where
the training stood by the clock. `facts` tells what was changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from traindx.decoding.event_log import Points
from traindx.decoding.naming import series_name
from traindx.decoding.step_counts import counts_otherwise, each_evaluated, last_of_each, steps_by_wall, straightened
from traindx.schema import Fact, Run, Series

COUNTS = ("step", "epoch", "batch", "evaluation")
SPLITS = ("train", "val", "test")


class Told(NamedTuple):
    """What a tag says of itself."""

    word: str  # for the quantity; empty where it shall have no name of ours
    own: str  # its name where it has none of ours
    split: str | None = None
    counts: str = "step"  # "evaluation": by step what an "epoch" tag of the same word holds by epoch
    per: str | None = None


def ending(tag: str) -> str | None:
    """What a point is where the tag says it at its end, as Lightning's do."""
    return next((per for per in ("step", "epoch") if tag.endswith(f"_{per}")), None)


class Curves:
    """All tags of a log; `onto(run)` makes them the series of a run."""

    def __init__(self, found: Mapping[str, Points], told: Mapping[str, Told]) -> None:
        self.told = told
        self.facts: list[Fact] = []
        self.points: dict[str, Points] = {}
        self.steps_per_epoch: float | None = None
        self.unit = "step"
        for tag, points in found.items():
            self.points[tag], change = straightened(points)
            if change:
                self.facts.append(Fact(change, tag, where=tag))
        self.names = self._names()
        self._one_axis()

    def onto(self, run: Run) -> Run:
        """The run with these curves."""
        return msgspec.structs.replace(
            run,
            unit=self.unit,
            steps_per_epoch=self.steps_per_epoch,
            series={one.key: one for one in map(self._series, self.points)},
            facts=[*run.facts, *self.facts],
        )

    def _names(self) -> dict[str, str]:
        """Our names of the tags that have one."""
        owners: dict[str, str] = {}
        for tag in sorted(self.points, key=lambda tag: (-len(self.points[tag].steps), len(tag), tag)):
            told = self.told[tag]
            # What was handed to a writer of scalars is a quantity of the training, also under a word like "cost".
            ours = series_name(told.word, split=told.split or "train") if told.word else None
            if ours is not None:
                owners.setdefault(ours, tag)
        for split in SPLITS:
            terms = [name for name in owners if name.startswith(f"{split}/loss/")]
            if len(terms) == 1 and f"{split}/loss" not in owners:
                owners[f"{split}/loss"] = owners.pop(terms[0])
        return {tag: ours for ours, tag in owners.items()}

    def _one_axis(self) -> None:
        """Epochs or steps: one count for all that has a name."""
        of = {kind: [tag for tag, told in self.told.items() if told.counts == kind] for kind in COUNTS}
        training = self._training(of["batch"] or of["step"])
        for tag in of["evaluation"]:
            self._without_twin(tag, of["epoch"])
        held_out = [tag for tag, name in self.names.items() if name.startswith(("val/", "test/"))]
        if of["epoch"] and training is None:
            self.unit = "epoch"
        elif training is not None:
            otherwise = [tag for tag in held_out if tag in of["step"] and counts_otherwise(self.points[tag], training)]
            for tag in (*of["epoch"], *otherwise):
                self._moved(tag, training)
            if any(each_evaluated(training, self.points[tag]) for tag in held_out if tag in self.points):
                self.unit = "epoch"

    def _training(self, tags: list[str]) -> Points | None:
        """The longest series of the training, where its steps are steps."""
        own = [tag for tag in tags if self.names.get(tag, "").startswith("train/")]
        return max((self.points[tag] for tag in own), key=lambda points: len(points.steps), default=None)

    def _without_twin(self, tag: str, epochs: list[str]) -> None:
        """Keras writes an evaluation twice: by the step it was made at, and by its epoch."""
        twin = next((one for one in epochs if self.told[one].word == self.told[tag].word), None)
        if twin is None:
            return
        steps, counted = self.points.pop(tag).steps.tolist(), self.points[twin].steps.tolist()
        # Epoch 0 ends at the step that is its length.
        self.steps_per_epoch = steps[-1] / (counted[-1] + 1) if counted[-1] >= 0 else None

    def _moved(self, tag: str, training: Points) -> None:
        """A series that counts epochs goes to the steps of the training, by the clock."""
        points = self.points[tag]
        reached = steps_by_wall(points, training)
        if len(reached) > 1 and reached[-1] > reached[0]:
            self.steps_per_epoch = float(reached[-1] - reached[0]) / float(points.steps[-1] - points.steps[0])
        self.points[tag] = last_of_each(points._replace(steps=reached))
        self.facts.append(Fact("epochs replaced by the steps of the training", tag, where=tag))

    def _series(self, tag: str) -> Series:
        points, told = self.points[tag], self.told[tag]
        name = self.names.get(tag, told.own)
        per, window = self._per(told, name), None
        if per == "window" and len(points.steps) > 1:
            gaps = sorted((points.steps[1:] - points.steps[:-1]).tolist())
            window = gaps[len(gaps) // 2]
        return Series.of(name, points.steps, points.values, wall=points.wall, per=per, window=window)

    def _per(self, told: Told, name: str) -> str:
        if name.startswith(("val/", "test/")):
            return "evaluation"
        if told.per is not None:
            return told.per
        if told.counts == "epoch" or self.unit == "epoch":
            return "epoch"
        return "step" if name.startswith(("lr", "grad/")) or name == "epoch" else "unknown"
