"""Settings that lie beside a log, as YAML or JSON.

Where it comes from: Lightning's `hparams.yaml`, Hydra's `.hydra/config.yaml`, wandb's `config.yaml`, Ultralytics' and
timm's `args.yaml`, `training_args.json`, a `config.json` of one's own.

What is in it: settings and no curve; they go to the runs of the same folder and of the folders a little below. Names
that we know get our words, all others keep their own, nested ones with dots.

What is lost: objects that YAML tags, long texts and long lists; passwords and keys are taken out. A file under
another name counts only when two of its keys are settings of a training.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from traindx.decoding import json_text, yaml_subset
from traindx.decoding.lines import encoding
from traindx.decoding.nested_settings import flattened, known
from traindx.guards.limits import MAX_YAML_CHARS
from traindx.guards.refusal import Refused
from traindx.schema import Head, Match, Run, reader

NAMES = re.compile(
    r"(?:hparams|hyper_?-?param(?:eter)?s|config|args|arguments|training_args|train_args|params|opt|options|cfg|settings|"
    r"train_config|training_config|run_config|config_resolved)\.(?:ya?ml|json)$",
    re.I,
)
SUFFIXES = (".yaml", ".yml", ".json")
WITHIN = frozenset((".hydra", "files", "config", "configs"))  # folders whose parent is the run's
ENOUGH = 2  # keys that we know


def accepts(head: Head) -> Match:
    """A mapping with settings that we know."""
    if not head.name.lower().endswith(SUFFIXES):
        return Match(0, "it is neither called .yaml nor .json")
    by_name = bool(NAMES.match(head.name))
    if not head.whole:
        return Match(0.3, "called like settings") if by_name else Match(0, "it is long for settings")
    try:
        tree = _tree(head.name, head.data)
    except Refused as refusal:
        return Match(0, refusal.what)
    if not isinstance(tree, Mapping):
        return Match(0, "it holds no settings by name")
    count = known(tree)
    if count >= ENOUGH or (by_name and count):
        return Match(0.5 if by_name else 0.4, "settings of a training")
    return Match(0, "fewer than two of its keys are settings of a training")


def _tree(name: str, data: bytes) -> object:
    if name.lower().endswith(".json"):
        return json_text.document(data)
    if len(data) > 4 * MAX_YAML_CHARS:
        raise Refused("the YAML text is too long for settings", "keep data out of settings files")
    return yaml_subset.document(data.decode(encoding(data), "replace").removeprefix("\ufeff"))


@reader(accepts=accepts, appended=False)
class SettingsFile:
    def __init__(self, head: Head) -> None:
        self.path, self.name = head.path, head.name
        folder, slash, last = head.folder.rpartition("/")
        self.folder = head.folder if last not in WITHIN else folder or ("/" if slash else ".")
        self.pieces: list[bytes] = []

    def feed(self, piece: bytes) -> None:
        self.pieces.append(piece)

    def runs(self) -> list[Run]:
        tree: Any = _tree(self.name, b"".join(self.pieces))
        settings = flattened(tree) if isinstance(tree, Mapping) else {}
        return [Run(id=self.folder, source=self.path, format="settings-file", settings=settings)] if settings else []
