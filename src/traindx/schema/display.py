"""How a Run and a Diagnosis show themselves in a terminal and a notebook.

The schema knows no display. Whoever has one leaves it here, and the objects ask for it when they are shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_DISPLAYS: dict[tuple[str, str], Callable[[Any], str]] = {}
_DRAWN: dict[str, Callable[[Any, str], object]] = {}


def shown_by(kind: str, *, text: Callable[[Any], str], html: Callable[[Any], str]) -> None:
    """Leaves the displays of one kind of object."""
    _DISPLAYS[kind, "text"], _DISPLAYS[kind, "html"] = text, html


def display(thing: Any, form: str) -> str | None:
    """The object as text or HTML, or None while nobody has left a display."""
    found = _DISPLAYS.get((type(thing).__name__, form))
    return None if found is None else found(thing)


def drawn_by(kind: str, drawing: Callable[[Any, str], object]) -> None:
    """Leaves what draws one kind of object to a file."""
    _DRAWN[kind] = drawing


def draw(thing: Any, path: str) -> None:
    """Draws the object to a file."""
    if type(thing).__name__ not in _DRAWN:
        raise NotImplementedError(f"nothing that draws a {type(thing).__name__} is loaded; import traindx first")
    _DRAWN[type(thing).__name__](thing, path)
