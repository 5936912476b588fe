"""The settings that the hparams plugin of TensorBoard keeps in an event file.

`session` takes the content of the plugin apart: `HParamsPluginData{3: SessionStartInfo{1: map of settings}}`, each a
`Value` that is a number, a text or a truth. Lists and structures have no flat value and are left out.
"""

from __future__ import annotations

from typing import Any

from traindx.decoding.protobuf_wire import BYTES, FIXED64, VARINT, double, fields

SESSION_START, SETTINGS = 3, 1
KEY, VALUE = 1, 2
NUMBER, TEXT, TRUTH = 2, 3, 4


def session(content: bytes) -> dict[str, Any]:
    """The settings of a session that starts; empty for any other content, and for what is broken."""
    found: dict[str, Any] = {}
    try:
        for start in _messages(content, SESSION_START):
            for entry in _messages(start, SETTINGS):
                parts = {number: data for number, _, data in fields(entry)}
                key, value = parts.get(KEY), parts.get(VALUE, b"")
                if isinstance(key, bytes) and isinstance(value, bytes):
                    found.update({key.decode("utf-8", "replace"): one for one in _value(value)})
    except ValueError:
        pass  # what was understood before the damage stays
    return found


def _messages(data: bytes, wanted: int) -> list[bytes]:
    return [part for number, wire, part in fields(data)
            if number == wanted and wire == BYTES and isinstance(part, bytes)]  # fmt: skip


def _value(data: bytes) -> list[Any]:
    """The value, if it is one."""
    found: list[Any] = []
    for number, wire, part in fields(data):
        if (number, wire) == (NUMBER, FIXED64) and isinstance(part, bytes):
            value = double(part)
            found.append(int(value) if value.is_integer() and abs(value) < 2**53 else value)
        elif (number, wire) == (TEXT, BYTES) and isinstance(part, bytes):
            found.append(part.decode("utf-8", "replace"))
        elif (number, wire) == (TRUTH, VARINT):
            found.append(bool(part))
    return found[-1:]
