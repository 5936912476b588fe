"""What ClearML keeps of an offline task beside its scalars.

Where it comes from: ClearML (2.1) in offline mode, `task.json` in the folder `offline-<id>`.

What is in it: the parameters that were connected to the task, as settings, and the name of the task as a fact. There is
no curve in it: what it says goes to the scalars of the same folder.

What is lost: the script and its packages, the configuration of models, artifacts, all that is not a parameter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from traindx.decoding import json_text
from traindx.decoding.nested_settings import flattened
from traindx.decoding.yaml_subset import scalar
from traindx.guards.refusal import Refused
from traindx.schema import Fact, Head, Match, Run, reader

NAME = "task.json"
MARK = re.compile(rb'"(?:hyperparams|offline_folder)"\s*:')


def accepts(head: Head) -> Match:
    """`task.json` with the parameters of a task."""
    if head.name == NAME and head.data.lstrip()[:1] == b"{" and MARK.search(head.data):
        return Match(0.96, "a task of ClearML")
    return Match(0, "it is no task.json of ClearML")


@reader(accepts=accepts, appended=False)
class ClearmlTask:
    def __init__(self, head: Head) -> None:
        self.path, self.folder = head.path, head.folder
        self.pieces: list[bytes] = []

    def feed(self, piece: bytes) -> None:
        self.pieces.append(piece)

    def runs(self) -> list[Run]:
        task = json_text.document(b"".join(self.pieces))
        if not isinstance(task, Mapping):
            raise Refused("the task is no JSON object", "give the task.json that ClearML wrote")
        settings = flattened(dict(_parameters(task.get("hyperparams"))))
        name = task.get("name")
        facts = [Fact("run name", name)] if isinstance(name, str) and name else []
        return [Run(id=self.folder, source=self.path, format="clearml-task", settings=settings, facts=facts)]


def _parameters(sections: object) -> list[tuple[str, Any]]:
    """Names and values of all sections; "General" is the one that nobody named."""
    found: list[tuple[str, Any]] = []
    for section, parameters in sections.items() if isinstance(sections, Mapping) else ():
        for name, what in parameters.items() if isinstance(parameters, Mapping) else ():
            value = what.get("value") if isinstance(what, Mapping) else None
            if value is not None:
                plain = str(name).replace("/", ".")
                found.append((plain if section in ("General", "Args") else f"{section}.{plain}", scalar(str(value))))
    return found
