"""Settings as programs keep them, nested and under their own words, made flat and given our names.

`{"optimizer": {"name": "SGD", "lr": 0.1}}` becomes `{"optimizer": "SGD", "lr": 0.1}`: a name that says what its parent
is stands for the parent, a word that we know speaks wherever it stands under a known owner, everything else keeps its
path with dots. Objects that YAML tags as something to be built are kept as text. Secrets are taken out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from traindx.guards.limits import MAX_DEPTH
from traindx.guards.secrets import redact_mapping
from traindx.schema.settings import setting_name, translated

SAYS_WHAT = frozenset(("name", "type", "_target_", "class_name", "class_path", "identifier"))
BETAS = frozenset(("betas", "adam_betas", "optimizer.betas"))
WRAPPED = frozenset(("value",))  # wandb's config.yaml: {"lr": {"desc": null, "value": 0.1}}
WRAPPING = WRAPPED | {"desc", "sort"}  # SwanLab's has their order too
MOST = 2_000
LONGEST = 500  # characters of a value: a template or a prompt is no setting
MANY = 32  # items of a list: more are data


def flattened(tree: Mapping[str, Any]) -> dict[str, Any]:
    """All settings of a tree by name."""
    found: dict[str, Any] = {}
    for name, value in _leaves(tree, "", 0):
        if len(found) >= MOST:
            break
        found.setdefault(name, value)
    for name in BETAS & found.keys():
        betas = found[name]
        if isinstance(betas, list) and len(betas) == 2:
            found.setdefault("beta1", betas[0])
            found.setdefault("beta2", betas[1])
    return redact_mapping(translated(found))


def known(settings: Mapping[str, Any]) -> int:
    """How many settings of a tree have one of our names."""
    return sum(setting_name(str(name)) is not None for name, _ in _leaves(settings, "", 0))


def _leaves(tree: Mapping[str, Any], prefix: str, depth: int) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        word = str(key)
        name = f"{prefix}{word}"
        if word in SAYS_WHAT and prefix and setting_name(prefix[:-1]):
            name = prefix[:-1]
        if isinstance(value, Mapping):
            if WRAPPED <= value.keys() <= WRAPPING:
                if depth < MAX_DEPTH:
                    yield from _leaves({word: value["value"]}, prefix, depth + 1)
            elif depth < MAX_DEPTH:
                yield from _leaves(value, f"{name}.", depth + 1)
        elif isinstance(value, (list, tuple)):
            if len(value) <= MANY and all(isinstance(one, (int, float, str, bool, type(None))) for one in value):
                yield name, list(value)
        elif isinstance(value, (int, float, bool)) or (isinstance(value, str) and len(value) <= LONGEST):
            yield name, value
