"""The `history` of a Keras History, saved as JSON.

Where it comes from: `json.dump(model.fit(...).history, file)`, Keras 1 to 3.15, also whole as
`{"history": ..., "params": ...}`.

What is in it: a list for loss and each metric, those of validation with `val_` in front; a place in the list is an
epoch, from 0. A training value is the mean over the epoch, one of validation is of its end. `params` tells how many
steps an epoch has.

What is lost: everything between the ends of epochs. Some save NaN as `null`: such a point is missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from traindx.decoding import json_text
from traindx.decoding.data_set import data_set, table_in
from traindx.decoding.lists import found
from traindx.guards.numbers import step
from traindx.guards.refusal import Refused
from traindx.schema import Head, Match, Run, reader

KEY = re.compile(r'"([^"\\\n]{1,80})"\s*:\s*\[')


def accepts(head: Head) -> Match:
    """Lists of one length, `loss` among them, and `val_` before a name that also stands alone."""
    text = head.text.lstrip("\ufeff \t\r\n")
    if not text.startswith("{"):
        return Match(0, "it is no JSON object")
    if not head.whole:
        names = KEY.findall(text)
        if _keras(names) and "epoch" not in names:
            return Match(0.95, "lists named as Keras names them")
        return Match(0, "its lists are not named as Keras names them")
    try:
        tree = json_text.document(head.data)
    except Refused as refusal:
        return Match(0, refusal.what)
    inner = _history(tree)
    if inner is None:
        return Match(0, "it is no dictionary of lists")
    if not _keras(list(inner)) or len({len(values) for values in inner.values()}) > 1:
        return Match(0, "its lists are not named as Keras names them, or differ in length")
    if reason := data_set(table_in(inner)):
        return Match(0, reason)
    return Match(0.95, "lists named as Keras names them")


def _history(tree: object) -> Mapping[str, list[object]] | None:
    if isinstance(tree, Mapping) and isinstance(tree.get("history"), Mapping):
        tree = tree["history"]
    if not isinstance(tree, Mapping) or not tree or not all(isinstance(values, list) for values in tree.values()):
        return None
    return tree


def _keras(names: list[str]) -> bool:
    """`loss`, and nothing that Keras would not say."""
    own = [name for name in names if not name.startswith("val_")]
    paired = all(name.removeprefix("val_") in own for name in names if name != "val_learning_rate")
    return "loss" in own and paired and all(name.isidentifier() and not name.startswith("train") for name in names)


@reader(accepts=accepts, appended=False)
class KerasHistory:
    def __init__(self, head: Head) -> None:
        self.path = head.path
        self.pieces: list[bytes] = []

    def feed(self, piece: bytes) -> None:
        self.pieces.append(piece)

    def runs(self) -> list[Run]:
        tree = json_text.document(b"".join(self.pieces))
        what = found(tree, epochs=True)
        params = tree.get("params") if isinstance(tree, Mapping) else None
        steps = step(params.get("steps")) if isinstance(params, Mapping) else None
        runs = [
            one.run(self.path, "keras-history", framework="keras", settings=what.settings)
            for one in what.rows.gathered()
        ]
        return [msgspec.structs.replace(run, steps_per_epoch=float(steps)) if steps else run for run in runs]
