"""What the names of layers tell: their order, which of them repeat one block, and which are small by nature."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBER = re.compile(r"\d+")
# Biases, gains of normalisation layers and what is added to a frozen weight: their norms say little beside a matrix.
_SLIGHT = re.compile(
    r"(^|[._/-])(bias|beta|gamma|gain|ln\w*|norm\w*|layer_?norm\w*|rms_?norm|bn\d*|batch_?norm\w*|group_?norm|"
    r"lora\w*|scale|running_(mean|var))(\d*)([._/-]|$)|[._/-]b$",
    re.I,
)
_EMBEDDING = re.compile(r"(^|[._/-])(\w*embed\w*|wte|wpe|tok_emb|pos_emb|cls_token)([._/-]|$)", re.I)


def in_order(names: Iterable[str]) -> list[str]:
    """Names as they came; alphabetical ones by their numbers, because a writer who sorts puts layer 10 before 2."""
    given = list(names)
    if given == sorted(given):
        return sorted(given, key=_natural)
    return given


def _natural(name: str) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", name)
    return [(0, int(part[:18]), "") if part.isdigit() else (1, 0, part) for part in parts]


def is_slight(name: str) -> bool:
    """Whether a tensor is a bias, a gain or an adapter."""
    return _SLIGHT.search(name) is not None


def is_embedding(name: str) -> bool:
    """Whether a tensor is a table of embeddings, of which a batch touches few rows."""
    return _EMBEDDING.search(name) is not None


def stacks(names: Iterable[str], least: int = 4) -> list[list[str]]:
    """Tensors that repeat one another block by block ("0.fc.weight", "1.fc.weight"), from the input on."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        found = _NUMBER.search(name)
        if found:
            pattern = f"{name[: found.start()]}#{name[found.end() :]}"
            groups.setdefault(pattern, []).append((int(found[0][:18]), name))
    return [[name for _, name in sorted(group)] for group in groups.values() if len(group) >= least]
